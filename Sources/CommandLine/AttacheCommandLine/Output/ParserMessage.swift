import AttacheCore

/// The argument parser's text about a mistake, in the form of the program's own errors.
enum ParserMessage {
    /// Returns the parser's text, which begins with `Error: `, with the program's name in front and the nearest option of
    /// the command that `arguments` name.
    static func text(_ text: String, of program: CommandDescription, arguments: [String]) -> String {
        let prefix = "Error: "
        let sentence = text.hasPrefix(prefix) ? "\(program.name): \(text.dropFirst(prefix.count))" : text
        guard let unknown = sentence.firstMatch(of: /Unknown option '(--[^']+)'(\. Did you mean '[^']*'\?)?/) else {
            return sentence
        }
        let name = String(unknown.1)
        let names = command(arguments, of: program).options.flatMap(\.names).filter { $0.hasPrefix("--") }
        let question = nearest(name, among: names).map { ". Did you mean '\($0)'?" } ?? ""
        return sentence.replacing(unknown.0, with: "Unknown option '\(name)'\(question)")
    }

    /// The option that was probably meant: one that begins with the name, otherwise one with a few other letters.
    private static func nearest(_ name: String, among names: [String]) -> String? {
        let longer = names.filter { $0.hasPrefix(name) }.min { $0.count < $1.count }
        let words = names.map { String($0.dropFirst(2)) }
        return longer ?? NearestName.find(String(name.dropFirst(2)), among: words).map { "--\($0)" }
    }

    private static func command(_ arguments: [String], of program: CommandDescription) -> CommandDescription {
        var command = program
        for word in arguments {
            guard let next = command.subcommands.first(where: { $0.name == word }) else { break }
            command = next
        }
        return command
    }
}
