import AttacheCommands
import Dispatch

/// The executable `attache`.
@main
enum AttacheCLI {
    /// Not `async` itself: a helper process must have no other thread when it locks itself in.
    static func main() {
        AttacheProgram.becomeHelperIfAsked()
        Task { await AttacheProgram.main() }
        dispatchMain()
    }
}
