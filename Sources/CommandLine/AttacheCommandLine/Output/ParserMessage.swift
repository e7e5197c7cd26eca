import AttacheCore

/// The argument parser's text about a mistake, in the form of the program's own errors.
enum ParserMessage {
    /// Returns the parser's text, which begins with `Error: `, with the program's name in front and the nearest option of
    /// the command that `arguments` name.
    static func text(_ text: String, of program: CommandDescription, arguments: [String]) -> String {
        let prefix = "Error: "
        let sentence = text.hasPrefix(prefix) ? "\(program.name): \(text.dropFirst(prefix.count))" : text
        let names = command(arguments, of: program).options.flatMap(\.names).filter { $0.hasPrefix("--") }
        if let unknown = sentence.firstMatch(of: /Unknown option '(--[^']+)'(\. Did you mean '[^']*'\?)?/) {
            return sentence.replacing(unknown.0, with: unknownOption(String(unknown.1), among: names))
        }
        if let text = choice(sentence) { return text }
        // The parser looks for what is required before it looks at what is too much: a misspelt name is the cause of both.
        if let missing = sentence.firstMatch(of: /Missing expected argument '(--[^ ']+)[^']*'/),
            let name = arguments.lazy.filter({ $0.hasPrefix("--") }).map({ String($0.prefix { $0 != "=" }) })
                .first(where: { !names.contains($0) && nearest($0, among: names) == String(missing.1) })
        {
            return sentence.replacing(missing.0, with: unknownOption(name, among: names))
        }
        return sentence
    }

    /// A value that is none of a few words, in the form that settings have; `nil` for any other text.
    private static func choice(_ sentence: String) -> String? {
        let pattern = /The value '([^']*)' is invalid for '([^' ]+)[^']*'\. Please provide one of (.*?)(?:\nHelp:|$)/
        guard let invalid = sentence.firstMatch(of: pattern.dotMatchesNewlines()) else { return nil }
        let words = invalid.3.matches(of: /'([^']+)'|- ([^\n]+)/).map { String($0.1 ?? $0.2 ?? "") }
        let value = String(invalid.1)
        let problem = "\(invalid.2): invalid value \"\(value)\"\(NearestName.question(value, among: words))"
        let (before, after) = (sentence[..<invalid.range.lowerBound], sentence[invalid.3.endIndex...])
        return "\(before)\(problem); use one of \(words.joined(separator: ", ")).\(after)"
    }

    private static func unknownOption(_ name: String, among names: [String]) -> String {
        "Unknown option '\(name)'" + (nearest(name, among: names).map { ". Did you mean '\($0)'?" } ?? "")
    }

    /// Names that other programs have for these options, the best of a command's first: a matrix has a policy for each row.
    private static let synonyms = [
        "--vendor": policies, "--dialect": policies, "--sdk": policies, "--timeout": ["--deadline"],
        "--output": ["--out"], "--output-dir": ["--out"], "--json": ["--emit"], "--no-color": ["--color"],
        "--colour": ["--color"],
        "--insecure": ["--cacert"],
    ]
    private static let policies = ["--only", "--policy"]

    /// The option that was probably meant: another word for it, one that begins with the name, otherwise one with a few
    /// other letters.
    private static func nearest(_ name: String, among names: [String]) -> String? {
        if let known = synonyms[name]?.first(where: names.contains) { return known }
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
