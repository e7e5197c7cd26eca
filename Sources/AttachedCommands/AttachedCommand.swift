import ArgumentParser
import Attache
import AttacheCommandLine

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

extension AttachedCommand: DocumentedProgram {
    static let productVersion = AttacheVersion.text
    static let relatedPages = ["attache(1)"]
}

extension Diagnostics {
    /// What `attached` writes to standard error in commands that people run.
    static let attached = Diagnostics(program: "attached")
}

/// The program `attached`, as the executable runs it.
public enum AttachedProgram {
    /// Becomes a helper process when the arguments ask for one, and returns otherwise; call it first, with one thread.
    public static func becomeHelperIfAsked() { ProgramMain<AttachedCommand>.becomeHelperIfAsked() }

    /// Runs the command that the arguments name, and ends the process with the documented status.
    public static func main() async -> Never { await ProgramMain<AttachedCommand>.main() }
}
