import ArgumentParser
import Glibc

/// The program `attache`, as the executable runs it.
public enum AttacheProgram {
    /// Runs the command that the arguments name, and ends the process with the documented status.
    public static func main() async {
        // Readers that go away and files that may not grow are errors to handle, never signals to die of.
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        await RootCommand.main()
    }
}
