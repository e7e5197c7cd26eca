/// One value of an option and its origin.
package struct SettingValue: Equatable, Sendable {
    /// The value as written.
    package let text: String
    /// The origin in messages: `--deadline`, `ATTACHE_DEADLINE` or `attache.yaml:3`.
    package let origin: String

    package init(text: String, origin: String) {
        self.text = text
        self.origin = origin
    }

    /// The origin and the name of the setting, for a sentence: `--deadline`, `ATTACHE_DEADLINE` or
    /// `attache.yaml:3: deadline`.
    func place(_ name: String) -> String {
        if origin.hasPrefix("--") || origin.hasPrefix(SettingDefinition.variable("")) { return origin }
        return origin == "default" ? name : "\(origin): \(name)"
    }
}

/// A lookup of option values: flag before environment before configuration file before the machine's default.
package struct SettingLookup: Sendable {
    private var flags: [String: [String]] = [:]
    private let environment: [String: String]
    private let file: [String: [SettingValue]]
    private var machine: [String: SettingValue] = [:]

    /// Creates a lookup.
    ///
    /// - Parameters:
    ///   - groups: The options of the command line; groups do not share options.
    ///   - environment: The process's environment; empty variables are ignored.
    ///   - file: The values of the configuration file by option name.
    package init(
        _ groups: [any SettingFlags] = [],
        environment: [String: String],
        file: [String: [SettingValue]] = [:]
    ) {
        for group in groups { flags.merge(group.flags) { $0 + $1 } }
        self.environment = environment
        self.file = file
    }

    /// The values of an option in the layer that wins, under either name; empty when it is not set.
    package func values(_ definition: SettingDefinition) -> [SettingValue] {
        definition.names.lazy.map { values($0, definition.form) }.first { !$0.isEmpty }
            ?? machine[definition.name].map { [$0] } ?? []
    }

    /// The values under one name; in the environment those of a list are separated by commas.
    func values(_ name: String, _ form: SettingDefinition.Form) -> [SettingValue] {
        if let texts = flags[name], !texts.isEmpty {
            return texts.map { SettingValue(text: $0, origin: "--\(name)") }
        }
        let variable = SettingDefinition.variable(name)
        if let text = environment[variable], !text.isEmpty {
            let texts = form == .list ? text.split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty } : [text]
            return texts.map { SettingValue(text: $0, origin: variable) }
        }
        return file[name] ?? []
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Returns a problem that begins with the name of a setting, such as `proxy: …`, with the origin of its value.
    package func located(_ problem: String, _ definitions: [SettingDefinition]) -> String {
        guard let end = problem.firstIndex(of: ":"),
            let definition = definitions.first(where: { $0.names.contains(String(problem[..<end])) })
        else { return problem }
        let values = values(definition)
        // Of several values the one that the problem quotes.
        guard let value = values.first(where: { problem.contains("\"\($0.text)\"") }) ?? values.last else {
            return problem
        }
        return value.place(definition.name) + problem[end...]
    }

    /// Sets a default that depends on the machine.
    package mutating func setDefault(_ value: SettingValue, of definition: SettingDefinition) {
        machine[definition.name] = value
    }
}

/// A resolver of settings that collects every problem.
package struct SettingsResolver {
    private let lookup: SettingLookup
    /// The problems, one sentence each.
    package private(set) var problems: [String] = []

    /// Creates a resolver; `problems` are those that are known already, such as the configuration file's.
    package init(_ lookup: SettingLookup, problems: [String] = []) {
        self.lookup = lookup
        self.problems = problems
    }

    /// Stores the values of settings; a setting that is not set, or is invalid, keeps the target's value.
    package mutating func resolve<Target>(_ settings: [Setting<Target>], into target: inout Target) {
        for setting in settings {
            let definition = setting.definition
            guard let alias = definition.alias else {
                store(lookup.values(definition), of: setting, in: &target)
                continue
            }
            let (values, older) = (
                lookup.values(definition.name, definition.form), lookup.values(alias, definition.form)
            )
            store(older, of: setting, in: &target)
            let text = setting.read(target)
            store(values, of: setting, in: &target)
            if !values.isEmpty, !older.isEmpty, setting.read(target) != text {
                problems.append("\(definition.name) and \(alias) are the same setting, but differ; use one of them.")
            }
        }
    }

    private mutating func store<Target>(_ values: [SettingValue], of setting: Setting<Target>, in target: inout Target)
    {
        guard let last = values.last, let problem = setting.write(&target, values.map(\.text)) else { return }
        report(last, problem, of: setting.definition)
    }

    /// Reports an invalid value; the problem and its fix are the end of a sentence.
    package mutating func report(_ value: SettingValue, _ problem: String, of definition: SettingDefinition) {
        problems.append("\(value.place(definition.name)): \"\(value.text)\" \(problem)")
    }

    /// Reports a problem, as one sentence.
    package mutating func report(_ problem: String) {
        problems.append(problem)
    }
}
