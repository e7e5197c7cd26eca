package import ArgumentParser

/// The command `man`: prints a man page generated from the program's help.
package struct ManCommand<Root: DocumentedProgram>: ParsableCommand {
    // Computed, since generic types have no stored statics.
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "man",
            abstract: "Print the man page.",
            discussion: "To read it without installing it: \(Root.configuration.commandName ?? "") man | man -l -"
        )
    }

    package init() {}

    package func run() throws {
        let page = try ManualPage(
            of: Root._dumpHelp(),
            version: Root.productVersion,
            seeAlso: Root.relatedPages
        )
        print(page.text, terminator: "")
    }
}

/// The command `completions`: prints the completion script of a shell.
package struct CompletionsCommand<Root: DocumentedProgram>: ParsableCommand {
    // Computed, since generic types have no stored statics.
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

enum ShellName: String, ExpressibleByArgument, CaseIterable {
    case bash
    case zsh
    case fish

    var completionShell: CompletionShell {
        switch self {
        case .bash: .bash
        case .zsh: .zsh
        case .fish: .fish
        }
    }
}

/// The root command of a program with a man page and completions.
package protocol DocumentedProgram: ParsableCommand {
    static var productVersion: String { get }
    /// Related man pages, such as `attached(1)`.
    static var relatedPages: [String] { get }
}
