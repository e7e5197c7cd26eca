import ArgumentParser
import Attache
import Glibc

/// The program `attache`, as the executable runs it.
public enum AttacheProgram {
    /// Becomes a helper process when the arguments ask for one, and returns otherwise; call it first, with one thread.
    public static func becomeHelperIfAsked() {
        TypeHelper.run(ifAskedBy: CommandLine.arguments)
    }

    /// Runs the command that the arguments name, and ends the process with the documented status.
    public static func main() async -> Never {
        // Readers that go away and files that may not grow are errors to handle, never signals to die of.
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        OpenFileLimit.raise()
        await RootCommand.main()
        exit(EXIT_SUCCESS)
    }
}
