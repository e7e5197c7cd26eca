/// The completion script of zsh, for a directory of fpath or for `source`.
struct ZshCompletion {
    let program: CommandDescription

    var text: String {
        let name = program.name
        let functions = program.allCommands.map { Self.function($0.name, $0.command) }.joined(separator: "\n")
        return """
            #compdef \(name)
            # Completion of \(name) in zsh, printed by: \(name) completions zsh

            _\(name)_either() {
                _alternative "words:word:($*)" 'files:file:_files'
            }

            _\(name)_assign() {
                if compset -P '*='; then
                    _files
                else
                    compadd -S = -- "$@"
                fi
            }

            \(functions)
            if [[ $funcstack[1] == _\(name) ]]; then
                _\(name) "$@"
            else
                compdef _\(name) \(name)
            fi

            """
    }

    private static func function(_ name: String, _ command: CommandDescription) -> String {
        let function = Self.functionName(name)
        var specifications = command.options.map { specification($0, in: name) }
        guard !command.subcommands.isEmpty else {
            for argument in command.arguments where argument.kind == .positional {
                let place = argument.isRepeating ? "*" : argument.isOptional ? ":" : ""
                let message = escaping(argument.valueName)
                specifications.append("'\(place):\(message):\(action(argument.completion, in: name))'")
            }
            return """
                \(function)() {
                    _arguments -S \\
                        \(specifications.joined(separator: " \\\n        "))
                }

                """
        }
        specifications += ["'1: :->command'", "'*:: :->arguments'"]
        let commands = command.subcommands.map { "'\($0.name):\(escaping($0.abstract))'" }
        let cases = command.subcommands.map { "\($0.name)) \(functionName("\(name) \($0.name)")) ;;" }
        return """
            \(function)() {
                local curcontext=$curcontext state line
                typeset -A opt_args
                _arguments -C -S \\
                    \(specifications.joined(separator: " \\\n        "))
                case $state in
                command)
                    local -a commands=(
                        \(commands.joined(separator: "\n            "))
                    )
                    _describe -t commands command commands
                    ;;
                arguments)
                    case $words[1] in
                    \(cases.joined(separator: "\n        "))
                    esac
                    ;;
                esac
            }

            """
    }

    private static func functionName(_ name: String) -> String { "_" + name.replacing(" ", with: "_") }

    /// An option as `_arguments` describes it.
    private static func specification(_ option: ArgumentDescription, in command: String) -> String {
        let isValued = option.kind == .option
        let value = isValued ? ":\(escaping(option.valueName)):\(action(option.completion, in: command))" : ""
        let description = "'[\(escaping(option.abstract))]\(value)'"
        let names = option.names.map { isValued && $0.hasPrefix("--") ? "\($0)=" : $0 }
        let isSeveral = names.count > 1
        let list = isSeveral ? "{\(names.joined(separator: ","))}" : names.joined()
        let isRepeating = option.isRepeating
        let exclusion = isRepeating ? "'*'" : isSeveral ? "'(\(option.names.joined(separator: " ")))'" : ""
        return exclusion + list + description
    }

    private static func action(_ completion: ValueCompletion, in command: String) -> String {
        let program = command.prefix { $0 != " " }
        return switch completion {
        case .none: " "
        case .file: "_files"
        case .directory: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        // The space at the start keeps zsh from adding arguments of its own.
        case .wordsOrFile(let words): " _\(program)_either \(words.joined(separator: " "))"
        case .assignments(let words): " _\(program)_assign \(words.joined(separator: " "))"
        }
    }

    /// Text within single quotes, where `_arguments` reads colons and brackets.
    private static func escaping(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "'": escaped += "'\\''"
            case "[", "]", ":", "\\": escaped += "\\\(character)"
            case "\n": escaped += " "
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
