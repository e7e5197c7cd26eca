import ArgumentParser
import Attache
import AttacheManual
import AttacheOptions

/// The command line's root: names the commands.
struct AttachedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attached",
        abstract: "The HTTP service that tells senders of rich pushes what an iPhone would make of them.",
        discussion: """
            EXIT STATUS
              0  ended as it was asked to
              1  a fault of this machine: disk, store, address in use; or the service that was asked is not well
              2  wrong usage or configuration
              5  ended with work left, since --drain was over
              130, 143  a second SIGINT or SIGTERM
            """,
        version: ProgramVersion.text(of: CommandLine.arguments),
        subcommands: [
            ServeCommand.self, ConfigCommand.self, HealthCommand.self,
            CompletionsCommand<AttachedCommand>.self,
            ManCommand<AttachedCommand>.self,
        ]
    )
}
