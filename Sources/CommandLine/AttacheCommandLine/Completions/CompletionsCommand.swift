package import ArgumentParser

/// The command `completions`: prints the completion script of a shell.
package struct CompletionsCommand<Root: DocumentedProgram>: ParsableCommand {
    // Computed, since generic types have no stored statics.
    package static var configuration: CommandConfiguration {
        let name = Root.configuration.commandName ?? ""
        return CommandConfiguration(
            commandName: "completions",
            abstract: "Print the script that completes arguments in a shell.",
            discussion: """
                It completes commands, options, files, directories, and values such as the names of policies.

                EXAMPLES
                  source <(\(name) completions bash)  complete in this bash
                  \(name) completions zsh > ~/.zfunc/_\(name)  complete in zsh, with ~/.zfunc in fpath
                  \(name) completions fish > ~/.config/fish/completions/\(name).fish  complete in fish
                """
        )
    }

    @Argument(help: "The shell.")
    var shell: ShellName

    package init() {}

    package func run() throws {
        let program = try CommandDescription(parsing: Root._dumpHelp()).withHelpCommand
        let script =
            switch shell {
            case .bash: BashCompletion(program: program).text
            case .zsh: ZshCompletion(program: program).text
            case .fish: FishCompletion(program: program).text
            }
        try StandardOutput.write(script)
    }
}

enum ShellName: String, ExpressibleByArgument, CaseIterable {
    case bash
    case zsh
    case fish
}

extension CommandDescription {
    /// The program with its command `help`, which the argument parser adds.
    var withHelpCommand: CommandDescription {
        var program = self
        var argument = ArgumentDescription()
        argument.valueName = "command"
        argument.completion = .words(subcommands.map(\.name) + [HelpPage.optionsTopic])
        program.subcommands.append(
            CommandDescription(
                name: "help",
                abstract: "Show the help of a command, or of the options that several commands have.",
                arguments: [argument]
            )
        )
        return program
    }

    /// What the arguments without a name are.
    var positionalCompletion: ValueCompletion {
        arguments.first { $0.kind == .positional }?.completion ?? .none
    }

    /// The arguments with a name.
    var options: [ArgumentDescription] { arguments.filter { $0.kind != .positional } }
}
