package import ArgumentParser

/// The command `man` of a program: its man page, made of what its help says.
package struct ManCommand<Root: DocumentedProgram>: ParsableCommand {
    // A computed one: types with parameters have no stored statics.
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

/// A shell that completes arguments.
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

/// The root command of a program that prints its own man page and completions.
package protocol DocumentedProgram: ParsableCommand {
    /// The version, as the man page tells it.
    static var productVersion: String { get }
    /// Man pages to read besides, such as `attached(1)`.
    static var relatedPages: [String] { get }
}
