import ArgumentParser
import Attache
import AttacheCommandLine
import DeviceCommands

struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attache",
        abstract: "Shows what an iPhone will do with a rich push, before you send it.",
        discussion: """
            attache does on Linux what a notification service extension does on the phone: it finds the media URL in \
            an APNs payload, downloads the media under the extension's 30 s, checks type and size, applies App \
            Transport Security and network rules, and returns the rewritten notification, or plain text and the \
            exact reason. A media failure is never an error: the notification always goes out.

            EXAMPLES
              attache demo  show the results of sample payloads; it needs no network
              attache explain push.json  explain one payload, stage by stage
              attache explain https://img.example.com/a.png  explain one media file
              attache explain fetch.status  explain a reason of a result
              attache preview push.json --out push.png  draw what the user sees
              attache lint push.json  check a payload for known mistakes
              attache app check .  find what in an app's project keeps media from being shown
              attache rewrite push.json  print the result of one payload as JSON
              attache batch campaign/ --out results/  process many payloads

            EXIT STATUS
              0  everything was emitted, fallbacks to plain text included
              1  a local failure: disk, store, descriptors, output that cannot be written; or cache verify or health finds a fault
              2  wrong usage or configuration
              3  at least one input was not a deliverable push
              4  a fallback with --fail-on-fallback, or a command that judges, such as lint, found something wrong
              5  interrupted before the end
              130, 143  a second SIGINT or SIGTERM
            """,
        version: ProgramVersion.text(of: CommandLine.arguments),
        subcommands: [
            RewriteCommand.self, BatchCommand.self, ExplainCommand.self, PreviewCommand.self, LintCommand.self,
            MatrixCommand.self,
            InspectCommand.self,
            CheckCommand.self,
            ATSCommand.self,
            PolicyCommand.self,
            CategoriesCommand.self,
            CacheCommand.self,
            DeliverCommand.self, CenterCommand.self, AppCommand.self,
            HealthCommand.self,
            ExtensionCommand.self,
            DemoCommand.self,
            SchemaCommand.self,
            CompletionsCommand<RootCommand>.self, ManCommand<RootCommand>.self,
        ]
    )

}

extension RootCommand: DocumentedProgram {
    static let productVersion = AttacheVersion.text
    static let relatedPages = ["attached(1)"]
    static let optionsCommand: String? = nil
    static let surroundings = """
        ENVIRONMENT
          ATTACHE_…  a setting of several commands, such as ATTACHE_DEADLINE for --deadline; lists are separated by commas
          ATTACHE_CONFIG  the configuration file, as --config
          XDG_CONFIG_HOME, HOME  where the configuration is without --config
          XDG_CACHE_HOME, HOME  where the store is without --store
          XDG_STATE_HOME, HOME  where the notification centre is without --center
          NO_COLOR  no colours, if not empty
          TERM, COLUMNS  the form and width of the progress display

        FILES
          $XDG_CONFIG_HOME/attache/config.yaml  the configuration; ~/.config/attache/config.yaml by default
          /etc/attache/config.yaml  the configuration for all users, if there is none of the user
          $XDG_CACHE_HOME/attache  verified media and the index of --cache disk; ~/.cache/attache by default
          $XDG_STATE_HOME/attache/center.sqlite  the notification centre; ~/.local/state/attache/center.sqlite by default
          DIR/.attache  the state of a batch in its output directory, from which it resumes
        """
}

/// The entry points of the program `attache`.
public enum AttacheProgram {
    /// Runs a helper process when the arguments request one, and returns otherwise; call it first, with one thread.
    public static func becomeHelperIfAsked() { ProgramMain<RootCommand>.becomeHelperIfAsked() }

    /// Whether the command seems to need a transfer; call it before there are other threads.
    public static var expectsMedia: Bool { InputForecast.expectsMedia(Array(CommandLine.arguments.dropFirst())) }

    /// Loads the libraries of transfers; call it on a thread of its own, beside the command.
    public static func loadLibraries() { Attache.loadLibraries() }

    /// Runs the command in the arguments, and ends the process with the documented status.
    public static func main() async -> Never { await ProgramMain<RootCommand>.main() }
}
