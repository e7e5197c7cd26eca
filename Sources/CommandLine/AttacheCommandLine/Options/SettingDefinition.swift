package import ArgumentParser

/// The definition of an option: the only place with its name, help and default.
///
/// Flags, `ATTACHE_…` variables, configuration files, `config show`, help and man pages are read from it.
package struct SettingDefinition: Sendable {
    /// The form of an option's values.
    package enum Form: Sendable {
        /// One value; the last one wins.
        case single
        /// Several values.
        case list
        /// `--name` or `--no-name`.
        case toggle
    }

    /// The name without dashes; also the key in a file.
    package let name: String
    /// An older name of the same setting, hidden in the help.
    package var alias: String?
    package var form = Form.single
    package let valueName: String
    /// One sentence, without the default.
    package var help: String
    package var discussion: String?
    /// The default in the help; `nil` for none.
    package var defaultText: String?
    /// Whether credentials in its value are hidden.
    package var isSecret = false
    /// The values that a shell offers; those that are paths are relative to the configuration file.
    package var completion = ValueCompletion.none

    /// The names that a file may contain.
    package var names: [String] { [name] + (alias.map { [$0] } ?? []) }

    /// The help with the default.
    package var argumentHelp: ArgumentHelp {
        let abstract = defaultText.map { "\(help.hasSuffix(".") ? String(help.dropLast()) : help) (default: \($0))." }
        return ArgumentHelp(abstract ?? help, discussion: discussion, valueName: valueName)
    }

    /// Returns an option's environment variable, such as `ATTACHE_INFO_PLIST`.
    package static func variable(_ name: String) -> String {
        "ATTACHE_" + name.uppercased().replacing("-", with: "_")
    }
}

/// A setting: the definition of an option, and the member that holds its value.
package struct Setting<Target>: Sendable {
    package var definition: SettingDefinition
    /// Stores texts, and returns the end of a sentence when the last one is invalid.
    let write: @Sendable (inout Target, [String]) -> String?
    /// The value as written in a file; empty for none.
    package let read: @Sendable (Target) -> [String]

    /// Returns the setting with other texts, for a command in which its meaning differs.
    package func describing(_ help: String, defaultText: String? = nil) -> Self {
        var setting = self
        setting.definition.help = help
        if let defaultText { setting.definition.defaultText = defaultText }
        return setting
    }

    /// Returns the setting of a type that contains the target.
    package func at<Root>(_ path: any WritableKeyPath<Root, Target> & Sendable) -> Setting<Root> {
        Setting<Root>(
            definition: definition,
            write: { [write] root, texts in write(&root[keyPath: path], texts) },
            read: { [read] root in read(root[keyPath: path]) }
        )
    }
}

/// A type with settings, and with their defaults after `init()`.
package protocol SettingTarget: Sendable {
    init()
}

extension Setting where Target: SettingTarget {
    /// A setting with one value; the member at the path has its default.
    package init<Value>(
        _ name: String,
        _ path: any WritableKeyPath<Target, Value> & Sendable,
        _ kind: SettingKind<Value>,
        _ valueName: String? = nil,
        alias: String? = nil,
        isSecret: Bool = false,
        completion: ValueCompletion? = nil,
        defaultText: String? = nil,
        discussion: String? = nil,
        help: () -> String
    ) {
        definition = SettingDefinition(
            name: name,
            alias: alias,
            form: kind.isToggle ? .toggle : .single,
            valueName: valueName ?? kind.valueName,
            help: help(),
            discussion: discussion,
            defaultText: defaultText
                ?? kind.format(Target()[keyPath: path]).map { text in
                    kind.isToggle ? (text == "true" ? "yes" : "no") : text
                },
            isSecret: isSecret,
            completion: completion ?? kind.completion
        )
        write = { target, texts in
            guard let text = texts.last else { return nil }
            guard let value = kind.parse(text) else { return kind.problem }
            target[keyPath: path] = value
            return nil
        }
        read = { kind.format($0[keyPath: path]).map { [$0] } ?? [] }
    }

    /// A repeatable setting.
    package init(
        list name: String,
        _ path: any WritableKeyPath<Target, [String]> & Sendable,
        _ valueName: String,
        help: () -> String
    ) {
        definition = SettingDefinition(name: name, form: .list, valueName: valueName, help: help())
        write = { target, texts in
            if !texts.isEmpty { target[keyPath: path] = texts }
            return nil
        }
        read = { $0[keyPath: path] }
    }
}
