/// Finds what was said about an option: flag before environment before configuration file.
struct SettingLookup {
    /// The process's environment.
    let environment: [String: String]
    /// Values of the configuration file by option name.
    let file: [String: [Setting]]

    /// The value of an option that takes one.
    ///
    /// - Parameters:
    ///   - name: The option's name without dashes, such as `info-plist`.
    ///   - flag: What the command line says.
    /// - Returns: The value and where it was said, or `nil` when nobody said anything.
    func value(_ name: String, flag: String?) -> Setting? {
        if let flag { return Setting(text: flag, origin: "--\(name)") }
        let variable = Self.variable(name)
        if let text = environment[variable], !text.isEmpty { return Setting(text: text, origin: variable) }
        return file[name]?.last
    }

    /// The values of an option that may be repeated; in the environment they are separated by commas.
    func values(_ name: String, flags: [String]) -> [Setting] {
        if !flags.isEmpty { return flags.map { Setting(text: $0, origin: "--\(name)") } }
        let variable = Self.variable(name)
        if let text = environment[variable], !text.isEmpty {
            return text.split(separator: ",").map { Setting(text: String($0), origin: variable) }
        }
        return file[name] ?? []
    }

    /// The environment variable of an option.
    static func variable(_ name: String) -> String {
        "ATTACHE_" + name.uppercased().replacing("-", with: "_")
    }
}
