import AttacheExtensionTesting

/// The executable `attache-play`: plays a script for `attache center play` with the standard interface alone.
@main
enum AttachePlay {
    static func main() { ScriptMain.run() }
}
