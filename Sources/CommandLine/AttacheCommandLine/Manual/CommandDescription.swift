import AttacheCore

/// A command, from the argument parser's description.
struct CommandDescription {
    var name = ""
    var abstract = ""
    var discussion = ""
    var arguments: [ArgumentDescription] = []
    var subcommands: [CommandDescription] = []

    /// This command and all below it, each with its full name, such as `attache policy list`.
    var allCommands: [(name: String, command: CommandDescription)] {
        [(name, self)] + subcommands.flatMap { $0.allCommands.map { ("\(name) \($0.name)", $0.command) } }
    }
}

/// An argument of a command, from the argument parser's description.
struct ArgumentDescription: Equatable {
    enum Kind: String {
        case positional
        case option
        case flag
    }

    var kind = Kind.positional
    /// The names with their dashes; none for a positional argument.
    var names: [String] = []
    var valueName = ""
    /// The heading in the command's help.
    var section: String?
    var isOptional = true
    var isRepeating = false
    var isShown = true
    var defaultValue: String?
    var values: [String] = []
    var abstract = ""
    var discussion = ""
    /// The values that a shell offers.
    var completion = ValueCompletion.none

    /// Whether the argument parser adds it to every command.
    var isCommon: Bool { names.contains("--help") || names.contains("--version") }
}

extension CommandDescription {
    /// Parses the output of `--experimental-dump-help`, version 0 of its format.
    init(parsing text: String) throws(JSONError) {
        let document = try JSONDocument(parsing: Array(text.utf8))
        self.init(document.root["command"] ?? document.root)
    }

    private init(_ value: JSONValue) {
        name = value["commandName"]?.string ?? ""
        abstract = value["abstract"]?.string ?? ""
        discussion = value["discussion"]?.string ?? ""
        arguments = (value["arguments"]?.elements).map { $0.map(ArgumentDescription.init).filter(\.isShown) } ?? []
        joinInversions()
        let commands = (value["subcommands"]?.elements).map { elements in
            elements.filter { $0["shouldDisplay"]?.boolean ?? true }.map { CommandDescription($0) }
        }
        // Every program has it, and its own help suffices.
        subcommands = (commands ?? []).filter { $0.name != "help" }
    }

    /// Makes one argument of `--name` and `--no-name`, whose texts are the same.
    private mutating func joinInversions() {
        for name in arguments.flatMap(\.names) where name.hasPrefix("--no-") {
            let positive = "--\(name.dropFirst("--no-".count))"
            guard let index = arguments.firstIndex(where: { $0.names == [positive] }),
                let other = arguments.firstIndex(where: { $0.names == [name] })
            else { continue }
            arguments[index].names.append(name)
            arguments.remove(at: other)
        }
    }
}

extension ArgumentDescription {
    fileprivate init(_ value: JSONValue) {
        kind = value["kind"]?.string.flatMap(Kind.init) ?? .positional
        names = (value["names"]?.elements).map { $0.map(Self.typed) } ?? []
        valueName = value["valueName"]?.string ?? ""
        section = value["sectionTitle"]?.string
        isOptional = value["isOptional"]?.boolean ?? true
        isRepeating = value["isRepeating"]?.boolean ?? false
        isShown = value["shouldDisplay"]?.boolean ?? true
        defaultValue = value["defaultValue"]?.string
        values = (value["allValues"]?.elements).map { $0.compactMap(\.string) } ?? []
        abstract = value["abstract"]?.string ?? ""
        discussion = value["discussion"]?.string ?? ""
        completion = ValueCompletion(value["completionKind"], values: values)
    }

    /// The name with its dashes.
    private static func typed(_ value: JSONValue) -> String {
        let name = value["name"]?.string ?? ""
        return value["kind"]?.string == "long" ? "--\(name)" : "-\(name)"
    }
}
