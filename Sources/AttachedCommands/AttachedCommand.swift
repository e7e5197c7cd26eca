import ArgumentParser
import Attache
import AttacheCommandLine

/// The root command.
struct AttachedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attached",
        abstract: "HTTP service that shows what an iPhone will do with a rich push.",
        discussion: """
            EXIT STATUS
              0  success, or a completed shutdown
              1  a local fault: disk, store, address in use; or the checked service is not ready
              2  wrong usage or configuration
              5  the --drain timeout passed with requests left
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
    /// The errors of the interactive commands.
    static let attached = Diagnostics(program: "attached")
}

/// The program `attached`.
public enum AttachedProgram {
    /// Becomes a helper process if the arguments request one, and returns otherwise; call it first, while the process
    /// has one thread.
    public static func becomeHelperIfAsked() { ProgramMain<AttachedCommand>.becomeHelperIfAsked() }

    /// Runs the command of the arguments, and exits with the documented status.
    public static func main() async -> Never { await ProgramMain<AttachedCommand>.main() }
}
