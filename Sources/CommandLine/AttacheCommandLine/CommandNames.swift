import ArgumentParser
import AttacheCore

/// The names of a program's commands, for a suggestion when one is misspelt.
enum CommandNames {
    /// Returns a sentence about the first word that is not a command where one is expected; `nil` when all are.
    static func problem(_ arguments: [String], of root: any ParsableCommand.Type) -> String? {
        var command: any ParsableCommand.Type = root
        var path = name(root)
        var words = arguments[...]
        if words.first == "help" {
            words = words.dropFirst()
            if words.first == HelpPage.optionsTopic { return nil }
        }
        for word in words {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let next = commands.first(where: { name($0) == word }) else {
                return sentence(word, below: path, commands.map(name))
            }
            command = next
            path += " \(word)"
        }
        return nil
    }

    private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

    private static func sentence(_ word: String, below path: String, _ names: [String]) -> String {
        let question = NearestName.question(word, among: names)
        // A file or a URL was given where the command is missing.
        let isInput = question.isEmpty && (word.contains("/") || word.contains("."))
        let advice =
            isInput && names.contains("explain")
            ? "Use \(path) explain \(word)." : "The commands are \(names.joined(separator: ", "))."
        return "Unknown command \"\(word)\"\(question). \(advice)"
    }
}
