/// The help of a command: its own options first, those of several commands as one line.
struct HelpPage {
    /// The word after `help` for the options of several commands.
    static let optionsTopic = "options"

    private let program: CommandDescription
    private let surroundings: String
    /// The command whose page contains the shared options; `nil` for a page of their own.
    private let optionsCommand: String?
    private let width: Int

    init(
        of program: CommandDescription,
        surroundings: String,
        optionsCommand: String?,
        width: Int = HelpText.standardWidth
    ) {
        self.program = program
        self.surroundings = surroundings
        self.optionsCommand = optionsCommand
        self.width = width
    }

    /// Returns the page that a command line requests, such as that of `policy list`.
    func text(for arguments: [String]) -> String {
        let words = arguments.filter { !$0.hasPrefix("-") && $0 != "help" }
        if words.first == Self.optionsTopic, arguments.first == "help" { return optionsPage }
        var (name, command) = (program.name, program)
        for word in words {
            guard let next = command.subcommands.first(where: { $0.name == word }) else { break }
            (name, command) = ("\(name) \(word)", next)
        }
        return page(name, command)
    }

    private func page(_ name: String, _ command: CommandDescription) -> String {
        let shared = SharedOptions(program)
        let showsAll = command.name == optionsCommand
        var page = HelpText(width: width)
        page.paragraph("OVERVIEW: \(command.abstract)")
        page.paragraph("USAGE: \(name) \(Self.usage(command))")
        let (opening, sections) = RoffText.splitAtHeading(of: command.discussion)
        page.text(opening)
        let positional = command.arguments.filter { $0.kind == .positional }
        page.list("ARGUMENTS:", positional.map { ("<\($0.valueName)>", Self.description($0)) })
        let own = command.options.filter { !$0.isCommon && !shared.contains($0) }
        var options = own.map { (Self.typed($0), Self.description($0)) }
        if command.name == program.name { options.append(("-V, --version", "Show the version.")) }
        options.append(("-h, --help", "Show help information."))
        page.list("OPTIONS:", options)
        // Sections that the other command does not have are on the page of each command that has them.
        let other = program.subcommands.first { $0.name == optionsCommand }.map { shared.titles(of: $0) }
        let titles = shared.titles(of: command).filter { !showsAll && other?.contains($0) != false }
        for (title, arguments) in shared.sections
        where !titles.contains(title) && shared.titles(of: command).contains(title) {
            page.list("\(title.uppercased()):", arguments.map { (Self.typed($0), Self.description($0)) })
        }
        if !titles.isEmpty {
            let topic = optionsCommand.map { "\($0) --help" } ?? "help \(Self.optionsTopic)"
            page.line("COMMON OPTIONS: \(titles.joined(separator: ", "))", "(\(program.name) \(topic))")
        }
        let commands = command.name == program.name ? program.withHelpCommand.subcommands : command.subcommands
        page.list("COMMANDS:", commands.map { ($0.name, $0.abstract) })
        page.text(sections)
        if !command.subcommands.isEmpty { page.paragraph("See \(name) COMMAND --help for the help of a command.") }
        return page.result
    }

    private var optionsPage: String {
        let shared = SharedOptions(program)
        var page = HelpText(width: width)
        page.paragraph("OVERVIEW: The options of several commands.")
        page.text(
            "You can also set these options by a variable, such as ATTACHE_DEADLINE for --deadline, or by name in the "
                + "file of --config. A flag takes precedence over a variable, and a variable over the file. -v and -q "
                + "are flags only. --config and --attache-package cannot be in the file; their variables are "
                + "ATTACHE_CONFIG and ATTACHE_PACKAGE."
        )
        for (title, arguments) in shared.sections {
            page.list("\(title.uppercased()):", arguments.map { (Self.typed($0), Self.description($0)) })
        }
        page.text(surroundings)
        return page.result
    }

    private static func usage(_ command: CommandDescription) -> String {
        guard command.subcommands.isEmpty else { return "COMMAND" }
        let words = command.arguments.filter { $0.kind == .positional }.map { argument in
            let value = "<\(argument.valueName)>" + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? "[\(value)]" : value
        }
        let required = command.options.filter { !$0.isOptional }.map { "\(typed($0))" }
        return (["[<options>]"] + required + words).joined(separator: " ")
    }

    private static func typed(_ argument: ArgumentDescription) -> String {
        let names = argument.names.sorted { $0.count < $1.count }.joined(separator: ", ")
        return argument.kind == .option ? "\(names) <\(argument.valueName)>" : names
    }

    private static func description(_ argument: ArgumentDescription) -> String {
        var sentences = [argument.abstract, argument.discussion].filter { !$0.isEmpty }
        if !argument.values.isEmpty, argument.kind == .option {
            sentences.append("One of \(argument.values.joined(separator: ", ")).")
        }
        if let value = argument.defaultValue, !value.isEmpty { sentences.append("Default: \(value).") }
        return sentences.joined(separator: " ")
    }
}
