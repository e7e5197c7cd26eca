/// The completion script of bash 4 or newer.
struct BashCompletion {
    let program: CommandDescription

    var text: String {
        let name = program.name
        return """
            # Completion of \(name) in bash, printed by: \(name) completions bash

            # Sets the subcommands, flags, options with a value, and kind of arguments of a command.
            _\(name)_command() {
                subcommands='' flags='' options='' rest=none
                case $1 in
            \(commands)
                esac
            }

            # Sets the kind of values of an option, given as COMMAND:OPTION.
            _\(name)_value() {
                kind=none
                case $1 in
            \(values)
                esac
            }

            _\(name)() {
                local cur=${COMP_WORDS[COMP_CWORD]} command=\(name) option= kind=none word index
                local subcommands flags options rest
                local -a typed
                # The words as typed: readline also splits at = and :, which are parts of values.
                read -ra typed <<<"${COMP_LINE:0:COMP_POINT}"
                [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && typed+=('')
                [[ $cur == [=:] ]] && cur=
                COMPREPLY=()
                _\(name)_command "$command"
                for ((index = 1; index < ${#typed[@]} - 1; index++)); do
                    word=${typed[index]}
                    if [[ $option ]]; then
                        option=
                    elif [[ $word == -* ]]; then
                        [[ " $options " == *" $word "* ]] && option=$word
                    elif [[ " $subcommands " == *" $word "* ]]; then
                        command+=" $word"
                        _\(name)_command "$command"
                    fi
                done
                word=${typed[index]}
                if [[ ! $option && $word == --*=* ]]; then
                    option=${word%%=*}
                    word=${word#*=}
                fi
                if [[ $option ]]; then
                    _\(name)_value "$command:$option"
                elif [[ $word == -* ]]; then
                    kind="words $flags $options"
                elif [[ $subcommands ]]; then
                    kind="words $subcommands"
                else
                    kind=$rest
                fi
                case $kind in
                'words '*) mapfile -t COMPREPLY < <(compgen -W "${kind#words }" -- "$cur") ;;
                'either '*)
                    mapfile -t COMPREPLY < <(compgen -W "${kind#either }" -- "$cur"; compgen -f -- "$cur")
                    compopt -o filenames
                    ;;
                'assign '*)
                    if [[ $word == *=* ]]; then
                        compopt -o default
                    else
                        mapfile -t COMPREPLY < <(compgen -S = -W "${kind#assign }" -- "$cur")
                        compopt -o nospace
                    fi
                    ;;
                file) compopt -o default ;;
                directory) compopt -o dirnames ;;
                esac
            }

            complete -F _\(name) \(name)

            """
    }

    private var commands: String {
        program.allCommands.map { name, command in
            let flags = command.options.filter { $0.kind == .flag }.flatMap(\.names)
            let options = command.options.filter { $0.kind == .option }.flatMap(\.names)
            return """
                    '\(name)')
                        subcommands='\(command.subcommands.map(\.name).joined(separator: " "))'
                        flags='\(flags.joined(separator: " "))'
                        options='\(options.joined(separator: " "))'
                        rest='\(Self.kind(command.positionalCompletion))'
                        ;;
                """
        }.joined(separator: "\n")
    }

    private var values: String {
        var patterns: [(kind: String, names: [String])] = []
        for (name, command) in program.allCommands {
            for option in command.options where option.kind == .option && option.completion != .none {
                let kind = Self.kind(option.completion)
                let names = option.names.map { "'\(name):\($0)'" }
                if let index = patterns.firstIndex(where: { $0.kind == kind }) {
                    patterns[index].names += names
                } else {
                    patterns.append((kind, names))
                }
            }
        }
        return patterns.map { "    \($0.names.joined(separator: " | "))) kind='\($0.kind)' ;;" }.joined(separator: "\n")
    }

    private static func kind(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: "none"
        case .file: "file"
        case .directory: "directory"
        case .words(let words): "words \(words.joined(separator: " "))"
        case .wordsOrFile(let words): "either \(words.joined(separator: " "))"
        case .assignments(let words): "assign \(words.joined(separator: " "))"
        }
    }
}
