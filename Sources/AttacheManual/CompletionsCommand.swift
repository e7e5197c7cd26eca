package import ArgumentParser

/// The command `completions` of a program: the script with which a shell completes its arguments.
package struct CompletionsCommand<Root: DocumentedProgram>: ParsableCommand {
    // A computed one: types with parameters have no stored statics.
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "completions",
            abstract: "Print the script that completes arguments in a shell.",
            discussion: "For bash: source <(\(Root.configuration.commandName ?? "") completions bash)"
        )
    }

    @Argument(help: "The shell.")
    var shell: ShellName

    package init() {}

    package func run() {
        print(Root.completionScript(for: shell.completionShell))
    }
}
