import ArgumentParser

/// Settings that a command has under one heading.
package protocol SettingGroup {
    associatedtype Target
    static var settings: [Setting<Target>] { get }
}

/// The given options of a command line.
package protocol SettingFlags {
    /// The values in order, by option name without dashes.
    var flags: [String: [String]] { get }
}

/// The options that a command line contains.
///
/// The parser builds a definition for each option of a command at every start. Those that a command line does not name
/// cannot have a value, so that a parser that has the names need not build them.
package enum GivenOptions {
    /// The names without dashes; `nil` for all options, as for help and errors.
    @TaskLocal static var names: Set<String>?

    /// Parses arguments with the definitions of the options that they name.
    package static func parse<Value>(
        _ arguments: [String],
        with parser: () async throws -> Value
    ) async rethrows -> Value {
        try await $names.withValue(names(in: arguments), operation: parser)
    }

    /// Returns everything that may be an option's name, such as `color` and `no-color` of `--no-color=x`.
    static func names(in arguments: [String]) -> Set<String> {
        var names: Set<String> = []
        for argument in arguments where argument.hasPrefix("--") {
            let name = argument.dropFirst(2).prefix { $0 != "=" }
            names.insert(String(name))
            if name.hasPrefix("no-") { names.insert(String(name.dropFirst(3))) }
        }
        return names
    }

    /// Whether an option may be on the command line.
    static func contain(_ name: String) -> Bool { names?.contains(name) ?? true }
}

/// The options of a group of settings, for the argument parser.
///
/// The parser finds the properties of a type by reflection, and reads each by its label. This type has no such
/// properties: its mirror has a child for each setting, so that an option is written down once, in its definition.
package struct SettingOptions<Group: SettingGroup>: ParsableArguments, SettingFlags {
    package private(set) var flags: [String: [String]] = [:]

    package init() {}

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: SettingKey.self)
        for definition in Group.settings.map(\.definition) {
            for name in definition.names where GivenOptions.contain(name) {
                let key = SettingKey(stringValue: name)
                let texts: [String]
                switch definition.form {
                case .single:
                    texts = try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
                case .list: texts = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
                case .toggle:
                    texts = try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { ["\($0)"] } ?? []
                }
                if !texts.isEmpty { flags[name] = texts }
            }
        }
    }

    /// Whether an option is on the command line.
    package func contains(_ definition: SettingDefinition) -> Bool { flags[definition.name] != nil }
}

extension SettingOptions: CustomReflectable {
    package var customMirror: Mirror {
        let children = Group.settings.map(\.definition).flatMap { definition in
            definition.names.filter(GivenOptions.contain)
                .map { name in (label: Optional(name), value: Self.wrapper(definition, name)) }
        }
        return Mirror(self, children: children)
    }

    private static func wrapper(_ definition: SettingDefinition, _ name: String) -> Any {
        let help =
            name == definition.name
            ? definition.argumentHelp
            : ArgumentHelp("The same as --\(definition.name).", valueName: definition.valueName, visibility: .hidden)
        return switch definition.form {
        case .single:
            Option<String?>(name: .customLong(name), help: help, completion: definition.completion.kind)
        case .list: Option<[String]>(wrappedValue: [], name: .customLong(name), help: help)
        case .toggle: Flag<Bool?>(name: .customLong(name), inversion: .prefixedNo, help: help)
        }
    }
}

/// The key of an option in the argument parser's results.
private struct SettingKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}
