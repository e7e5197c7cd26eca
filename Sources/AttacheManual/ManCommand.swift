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
