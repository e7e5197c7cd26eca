/// A program's man page, generated from its help.
///
/// Options of several commands are listed once, under their headings in the help.
package struct ManualPage {
    private let program: CommandDescription
    private let version: String
    private let seeAlso: [String]
    private let surroundings: String

    /// Creates the page from the output of `--experimental-dump-help`; `seeAlso` are pages such as `attached(1)`,
    /// `surroundings` text with headings, such as that of the environment.
    package init(of description: String, version: String, seeAlso: [String], surroundings: String = "") throws {
        program = try CommandDescription(parsing: description)
        self.version = version
        self.seeAlso = seeAlso
        self.surroundings = surroundings
    }

    /// The page in man(7), section 1.
    package var text: String {
        let shared = SharedOptions(program)
        var text = ".TH \(program.name.uppercased()) 1 \"\" \"\(program.name) \(version)\" \"User Commands\"\n"
        text +=
            ".SH NAME\n\(RoffText.escaping(program.name)) \\- \(RoffText.escaping(Self.lowered(program.abstract)))\n"
        text +=
            ".SH SYNOPSIS\n\(RoffText.bold(program.name)) \(RoffText.italic("command")) [\(RoffText.italic("options"))]\n"
        text += ".SH DESCRIPTION\n"
        // Headings within the discussion, such as the exit status, come after the commands.
        let (opening, sections) = RoffText.splitAtHeading(of: program.discussion)
        text += RoffText.paragraphs(opening.isEmpty ? program.abstract : opening) { ".SS \($0)" }
        text += ".SH COMMANDS\n"
        for (name, command) in program.allCommands.dropFirst() where command.subcommands.isEmpty {
            text += section(name, command, shared)
        }
        text += shared.text
        for part in [surroundings, sections] { text += RoffText.paragraphs(part) { ".SH \($0)" } }
        if !seeAlso.isEmpty {
            text += ".SH SEE ALSO\n" + seeAlso.map { Self.reference($0) }.joined(separator: ",\n") + "\n"
        }
        return text
    }

    private func section(_ name: String, _ command: CommandDescription, _ shared: SharedOptions) -> String {
        let words =
            [RoffText.bold(name)]
            + command.arguments.compactMap { argument in
                guard argument.kind == .positional else { return nil }
                let value = RoffText.italic(argument.valueName) + (argument.isRepeating ? " ..." : "")
                return argument.isOptional ? "[\(value)]" : value
            }
        var text = ".SS \(words.joined(separator: " "))\n\(RoffText.escaping(command.abstract))\n"
        text += RoffText.paragraphs(command.discussion) { ".PP\n\(RoffText.bold($0))" }
        for argument in command.arguments where !argument.isCommon && !shared.contains(argument) {
            text += OptionText.text(argument)
        }
        let titles = shared.titles(of: command)
        if !titles.isEmpty {
            text += ".PP\nIt also accepts the options of \(RoffText.escaping(titles.joined(separator: ", "))), below.\n"
        }
        return text
    }

    /// Turns a sentence into a phrase, for the man page's first line.
    private static func lowered(_ sentence: String) -> String {
        let phrase = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        return phrase.prefix(1).lowercased() + phrase.dropFirst()
    }

    private static func reference(_ page: String) -> String {
        let name = page.prefix { $0 != "(" }
        return "\(RoffText.bold(String(name)))\(page.dropFirst(name.count))"
    }
}

/// The options that several commands have under the same heading.
struct SharedOptions {
    private(set) var sections: [(title: String, arguments: [ArgumentDescription])] = []

    init(_ program: CommandDescription) {
        let commands = program.allCommands.map(\.command)
        for argument in commands.flatMap(\.arguments) {
            guard let title = argument.section, !contains(argument),
                commands.count(where: { $0.arguments.contains(argument) }) > 1
            else { continue }
            if let index = sections.firstIndex(where: { $0.title == title }) {
                sections[index].arguments.append(argument)
            } else {
                sections.append((title, [argument]))
            }
        }
    }

    func contains(_ argument: ArgumentDescription) -> Bool {
        sections.contains { $0.arguments.contains(argument) }
    }

    func titles(of command: CommandDescription) -> [String] {
        sections.filter { section in section.arguments.contains { command.arguments.contains($0) } }.map(\.title)
    }

    var text: String {
        guard !sections.isEmpty else { return "" }
        return ".SH OPTIONS OF SEVERAL COMMANDS\n"
            + sections.map { section in
                ".SS \(RoffText.escaping(section.title))\n" + section.arguments.map(OptionText.text).joined()
            }.joined()
    }
}

/// One argument in the man page.
enum OptionText {
    /// Returns a paragraph with the argument as typed and its description.
    static func text(_ argument: ArgumentDescription) -> String {
        var text = ".TP\n\(typed(argument))\n"
        var sentences = [argument.abstract, argument.discussion].filter { !$0.isEmpty }
        if !argument.values.isEmpty, argument.kind != .flag {
            sentences.append("One of \(argument.values.joined(separator: ", ")).")
        }
        if let value = argument.defaultValue, !value.isEmpty { sentences.append("The default is \(value).") }
        for sentence in sentences {
            for line in sentence.split(separator: "\n") { text += RoffText.escaping(String(line)) + "\n" }
        }
        return text
    }

    private static func typed(_ argument: ArgumentDescription) -> String {
        let value = RoffText.italic(argument.valueName)
        switch argument.kind {
        case .positional: return value
        case .flag: return argument.names.map(RoffText.bold).joined(separator: ", ")
        case .option: return argument.names.map { "\(RoffText.bold($0)) \(value)" }.joined(separator: ", ")
        }
    }
}
