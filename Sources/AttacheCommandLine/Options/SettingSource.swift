/// A source of option values.
package protocol SettingSource {
    /// Returns the value of an option, named without dashes, such as `info-plist`; `nil` when it is not set.
    func value(_ name: String) -> Setting?

    /// Returns the values of a repeatable option, such as `allow-host`; empty when it is not set.
    func values(_ name: String) -> [Setting]
}

package struct Setting: Equatable, Sendable {
    package let text: String
    /// The origin in messages: `--deadline`, `ATTACHE_DEADLINE` or `attache.yaml:3`.
    package let origin: String

    package init(text: String, origin: String) {
        self.text = text
        self.origin = origin
    }
}

/// A lookup of option values: flag before environment before configuration file.
package struct SettingLookup: SettingSource {
    private let flags: FlagValues
    private let environment: [String: String]
    private let file: [String: [Setting]]

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

    /// Returns the values of a repeatable option; in the environment they are separated by commas.
    package func values(_ name: String) -> [Setting] {
        if let flags = flags.values[name] { return flags.map { Setting(text: $0, origin: "--\(name)") } }
        let variable = Self.variable(name)
        if let text = environment[variable], !text.isEmpty {
            return text.split(separator: ",").map { Setting(text: String($0), origin: variable) }
        }
        return file[name] ?? []
    }

    /// Returns an option's environment variable, such as `ATTACHE_INFO_PLIST`.
    package static func variable(_ name: String) -> String {
        "ATTACHE_" + name.uppercased().replacing("-", with: "_")
    }
}

/// The options of the command line, by name without dashes.
package struct FlagValues: Sendable, Equatable {
    /// The values in order; options that were not given are absent.
    package private(set) var values: [String: [String]]

    /// Collects flags; those not given are `nil` or empty.
    package init(single: [String: String?] = [:], repeated: [String: [String]] = [:]) {
        values = repeated.filter { !$0.value.isEmpty }
        for case (let name, let text?) in single { values[name] = [text] }
    }

    /// Collects the flags of several groups, which must not share options.
    package init(_ groups: [any FlagGroup]) {
        values = [:]
        for group in groups { values.merge(group.flags.values) { first, _ in first } }
    }

    /// Sets an option as if it had been given, for a command that declares it itself; no values remove it.
    package mutating func set(_ name: String, _ texts: [String]) {
        values[name] = texts.isEmpty ? nil : texts
    }
}

package protocol FlagGroup {
    var flags: FlagValues { get }
}
