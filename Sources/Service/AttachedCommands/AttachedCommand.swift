import ArgumentParser
import Attache
import AttacheCommandLine

/// The root command.
struct AttachedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attached",
        abstract: "HTTP service that shows what an iPhone will do with a rich push.",
        discussion: """
            EXAMPLES
              attached serve  listen on 127.0.0.1:8420; the page there explains a push
              attached serve --listen 0.0.0.0:8420 --token-file /etc/attache/tokens  accept other machines
              attached config check --config /etc/attache/config.yaml  check a configuration before a restart
              attached config show --origin  show each value and where it comes from
              attached health  check a running service, as a container runtime does
              attached work --dev  try a worker of a fleet; it starts a NATS JetStream server too

            EXIT STATUS
              0  success, or a completed shutdown
              1  a local fault: disk, store, address in use; or the checked service is not ready
              2  wrong usage or configuration
              5  the time of --drain passed with work left
              130, 143  a second SIGINT or SIGTERM
            """,
        version: ProgramVersion.text(of: CommandLine.arguments),
        subcommands: [
            ServeCommand.self, ConfigCommand.self, HealthCommand.self, WorkCommand.self,
            CompletionsCommand<AttachedCommand>.self,
            ManCommand<AttachedCommand>.self,
        ]
    )
}

extension AttachedCommand: DocumentedProgram {
    static let productVersion = AttacheVersion.text
    static let relatedPages = ["attache(1)"]
    static let optionsCommand: String? = "serve"
    static let surroundings = """
        ENVIRONMENT
          ATTACHE_…  a setting, such as ATTACHE_LISTEN for --listen; lists are separated by commas
          ATTACHE_CONFIG  the configuration file, as --config
          XDG_CONFIG_HOME, HOME  where the configuration is without --config
          STATE_DIRECTORY  the state directory; systemd sets it
          XDG_STATE_HOME, HOME  where the state is without --state

        FILES
          $XDG_CONFIG_HOME/attache/config.yaml  the configuration; ~/.config/attache/config.yaml by default
          /etc/attache/config.yaml  the configuration of the packaged service, if its user has none
          /var/lib/attached  its state: stored media and responses to requests with an Idempotency-Key
        """
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

    /// Loads the libraries of transfers for the commands that run long, of which a missing one would otherwise end them
    /// later; call it second.
    public static func loadLibrariesIfServing() {
        let isServing = CommandLine.arguments.dropFirst().first.map(["serve", "work"].contains) ?? false
        if isServing { Attache.loadLibraries() }
    }

    /// Runs the command of the arguments, and exits with the documented status.
    public static func main() async -> Never { await ProgramMain<AttachedCommand>.main() }
}
