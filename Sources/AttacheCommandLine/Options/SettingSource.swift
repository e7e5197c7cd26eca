/// Finds what was said about an option, wherever it was said.
package protocol SettingSource {
    /// The value of an option that takes one.
    ///
    /// - Parameter name: The option's name without dashes, such as `info-plist`.
    /// - Returns: The value and where it was said, or `nil` when nobody said anything.
    func value(_ name: String) -> Setting?

    /// The values of an option that may be repeated.
    ///
    /// - Parameter name: The option's name without dashes, such as `allow-host`.
    /// - Returns: The values and where they were said; empty when nobody said anything.
    func values(_ name: String) -> [Setting]
}

/// One option's value and where it was said.
package struct Setting: Equatable, Sendable {
    /// The value as written.
    package let text: String
    /// Where it was said, for messages: `--deadline`, `ATTACHE_DEADLINE` or `attache.yaml:3`.
    package let origin: String

    /// Creates a setting.
    ///
    /// - Parameters:
    ///   - text: The value as written.
    ///   - origin: Where it was said.
    package init(text: String, origin: String) {
        self.text = text
        self.origin = origin
    }
}

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

/// What the command line says, by option name without dashes.
package struct FlagValues: Sendable, Equatable {
    /// The values in their order; an option that was not given has none.
    package private(set) var values: [String: [String]]

    /// Collects flags.
    ///
    /// - Parameters:
    ///   - single: Options that take one value, `nil` where they were not given.
    ///   - repeated: Options that may be given several times.
    package init(single: [String: String?] = [:], repeated: [String: [String]] = [:]) {
        values = repeated.filter { !$0.value.isEmpty }
        for case (let name, let text?) in single { values[name] = [text] }
    }

    /// Collects the flags of several groups.
    ///
    /// - Parameter groups: Groups, none of which has an option of another.
    package init(_ groups: [any FlagGroup]) {
        values = [:]
        for group in groups { values.merge(group.flags.values) { first, _ in first } }
    }

    /// Says an option as if it had been given, where a command has it under a group of its own.
    ///
    /// - Parameters:
    ///   - name: The option's name without dashes.
    ///   - texts: Its values; none for an option that was not given.
    package mutating func set(_ name: String, _ texts: [String]) {
        values[name] = texts.isEmpty ? nil : texts
    }
}

/// A group of options that knows what of it was given.
package protocol FlagGroup {
    /// What was given, by option name.
    var flags: FlagValues { get }
}
