/// The options that more than one command of a program has under the same heading.
struct SharedOptions {
    private var sections: [(title: String, arguments: [ArgumentDescription])] = []

    /// Finds them.
    ///
    /// - Parameter program: The program.
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

    /// Whether an argument is told here.
    func contains(_ argument: ArgumentDescription) -> Bool {
        sections.contains { $0.arguments.contains(argument) }
    }

    /// The headings under which a command has options.
    ///
    /// - Parameter command: The command.
    /// - Returns: The headings, in the order of the page.
    func titles(of command: CommandDescription) -> [String] {
        sections.filter { section in section.arguments.contains { command.arguments.contains($0) } }.map(\.title)
    }

    /// The section of the man page, or nothing where there are none.
    var text: String {
        guard !sections.isEmpty else { return "" }
        return ".SH OPTIONS OF SEVERAL COMMANDS\n"
            + sections.map { section in
                ".SS \(RoffText.escaping(section.title))\n" + section.arguments.map(OptionText.text).joined()
            }.joined()
    }
}
