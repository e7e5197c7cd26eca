import AttacheOptions

/// The program `attached`, as the executable runs it.
public enum AttachedProgram {
    /// Becomes a helper process when the arguments ask for one, and returns otherwise; call it first, with one thread.
    public static func becomeHelperIfAsked() { ProgramMain<AttachedCommand>.becomeHelperIfAsked() }

    /// Runs the command that the arguments name, and ends the process with the documented status.
    public static func main() async -> Never { await ProgramMain<AttachedCommand>.main() }
}
