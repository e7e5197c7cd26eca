/// The completion script of fish 3.4 or newer.
struct FishCompletion {
    let program: CommandDescription

    var text: String {
        let name = program.name
        let known = program.allCommands.dropFirst().map { Self.quoted(Self.words($0.name)) }
        var lines = program.allCommands.flatMap { completions(Self.words($0.name), $0.command) }
        lines.insert("complete -c \(name) -f", at: 0)
        return """
            # Completion of \(name) in fish, printed by: \(name) completions fish

            # Whether the words before the cursor name a command.
            function __\(name)_at
                set -l known \(known.joined(separator: " "))
                set -l typed (commandline -opc)
                set -e typed[1]
                set -l command ''
                for word in $typed
                    set -l next (string trim -- "$command $word")
                    if contains -- $next $known
                        set command $next
                    end
                end
                test "$command" = "$argv"
            end

            \(lines.joined(separator: "\n"))

            """
    }

    private func completions(_ words: String, _ command: CommandDescription) -> [String] {
        let name = program.name
        let condition =
            "complete -c \(name) -n \(Self.quoted(words.isEmpty ? "__\(name)_at" : "__\(name)_at \(words)"))"
        var lines = command.subcommands.map { "\(condition) -a \($0.name) -d \(Self.quoted($0.abstract))" }
        if command.subcommands.isEmpty, command.positionalCompletion != .none {
            lines.append("\(condition) \(Self.values(command.positionalCompletion))")
        }
        for option in command.options {
            let names = option.names.map { $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())" }
            let value =
                switch (option.kind, option.completion) {
                case (.option, .file), (.option, .wordsOrFile), (.option, .assignments):
                    " -r \(Self.values(option.completion))"
                case (.option, .none): " -x"
                case (.option, _): " -x \(Self.values(option.completion))"
                default: ""
                }
            lines.append("\(condition) \(names.joined(separator: " "))\(value) -d \(Self.quoted(option.abstract))")
        }
        return lines
    }

    private static func values(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: ""
        case .file: "-F"
        case .directory: "-a '(__fish_complete_directories)'"
        case .words(let words): "-a \(quoted(list(words)))"
        case .wordsOrFile(let words): "-F -a \(quoted(list(words)))"
        case .assignments(let words): "-F -a \(quoted(list(words.map { "\($0)=" })))"
        }
    }

    /// Words with empty descriptions, in place of that of their option.
    private static func list(_ words: [String]) -> String { words.map { "\($0)\\t" }.joined(separator: " ") }

    /// The words of a command after the program's name.
    private static func words(_ name: String) -> String {
        name.split(separator: " ").dropFirst().joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\n", with: " ")
        return "'\(escaped)'"
    }
}
