package import ArgumentParser

/// The command `man`: prints a man page generated from the program's help.
package struct ManCommand<Root: DocumentedProgram>: ParsableCommand {
    // Computed, since generic types have no stored statics.
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "man",
            abstract: "Print the man page.",
            discussion: """
                EXAMPLES
                  \(Root.configuration.commandName ?? "") man | man -l -  read it without installing it
                """
        )
    }

    package init() {}

    package func run() throws {
        let page = try ManualPage(
            of: Root._dumpHelp(),
            version: Root.productVersion,
            seeAlso: Root.relatedPages,
            surroundings: Root.surroundings
        )
        try StandardOutput.write(page.text)
    }
}

/// The root command of a program with a man page and completions.
package protocol DocumentedProgram: ParsableCommand {
    static var productVersion: String { get }
    /// Related man pages, such as `attached(1)`.
    static var relatedPages: [String] { get }
    /// The environment and the files, as text with headings like a discussion's.
    static var surroundings: String { get }
    /// The command whose help contains the options of several commands; `nil` when a page of their own does.
    static var optionsCommand: String? { get }
}
