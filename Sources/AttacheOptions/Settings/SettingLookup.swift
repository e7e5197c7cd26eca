/// Finds what was said about an option: flag before environment before configuration file.
package struct SettingLookup: SettingSource {
    private let flags: FlagValues
    private let environment: [String: String]
    private let file: [String: [Setting]]

    /// Creates the lookup.
    ///
    /// - Parameters:
    ///   - flags: What the command line says.
    ///   - environment: The process's environment.
    ///   - file: Values of the configuration file by option name.
    package init(flags: FlagValues = FlagValues(), environment: [String: String], file: [String: [Setting]] = [:]) {
        self.flags = flags
        self.environment = environment
        self.file = file
    }

    package func value(_ name: String) -> Setting? {
        if let flag = flags.values[name]?.last { return Setting(text: flag, origin: "--\(name)") }
        let variable = Self.variable(name)
        if let text = environment[variable], !text.isEmpty { return Setting(text: text, origin: variable) }
        return file[name]?.last
    }

    /// The values of an option that may be repeated; in the environment they are separated by commas.
    package func values(_ name: String) -> [Setting] {
        if let flags = flags.values[name] { return flags.map { Setting(text: $0, origin: "--\(name)") } }
        let variable = Self.variable(name)
        if let text = environment[variable], !text.isEmpty {
            return text.split(separator: ",").map { Setting(text: String($0), origin: variable) }
        }
        return file[name] ?? []
    }

    /// The environment variable of an option.
    ///
    /// - Parameter name: The option's name without dashes.
    /// - Returns: The variable's name, such as `ATTACHE_INFO_PLIST`.
    package static func variable(_ name: String) -> String {
        "ATTACHE_" + name.uppercased().replacing("-", with: "_")
    }
}
