import AttacheCommands

/// The executable `attache`.
@main
enum AttacheCLI {
    static func main() async {
        await AttacheProgram.main()
    }
}
