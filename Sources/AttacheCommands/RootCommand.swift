import ArgumentParser
import Attache
import AttacheCommandLine

struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attache",
        abstract: "Shows what an iPhone will do with a rich push, before you send it.",
        discussion: """
            attache does on Linux what a notification service extension does on the phone: it finds the media URL in \
            an APNs payload, downloads the media under the extension's 30 s, checks type and size, applies App \
            Transport Security and network rules, and returns the rewritten notification, or plain text and the \
            exact reason. A media failure is never an error: the notification always goes out.

            EXIT STATUS
              0  everything was emitted, fallbacks to plain text included
              1  a local failure: disk, store, descriptors
              2  wrong usage or configuration
              3  at least one input was not a deliverable push
              4  a fallback happened and --fail-on-fallback was given, or the default connection of ats fails
              5  interrupted before the end
              130, 143  a second SIGINT or SIGTERM
            """,
        version: ProgramVersion.text(of: CommandLine.arguments),
        subcommands: [
            RewriteCommand.self, BatchCommand.self, ExplainCommand.self, InspectCommand.self, CheckCommand.self,
            ATSCommand.self,
            PolicyCommand.self,
            CacheCommand.self,
            HealthCommand.self,
            DemoCommand.self,
            SchemaCommand.self,
            CompletionsCommand<RootCommand>.self, ManCommand<RootCommand>.self,
        ]
    )

}

extension RootCommand: DocumentedProgram {
    static let productVersion = AttacheVersion.text
    static let relatedPages = ["attached(1)"]
}

/// The entry points of the program `attache`.
public enum AttacheProgram {
    /// Runs a helper process when the arguments request one, and returns otherwise; call it first, with one thread.
    public static func becomeHelperIfAsked() { ProgramMain<RootCommand>.becomeHelperIfAsked() }

    /// Runs the command in the arguments, and ends the process with the documented status.
    public static func main() async -> Never { await ProgramMain<RootCommand>.main() }
}
