import AttacheCommands

/// The executable `attache`.
@main
enum AttacheCLI {
    static func main() async {
        // Before there are other threads: all of them inherit what this one blocks.
        StopSignal.block()
        await RootCommand.main()
    }
}
