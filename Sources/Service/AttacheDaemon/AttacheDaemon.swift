import AttachedCommands
import Dispatch

/// The executable `attached`.
@main
enum AttacheDaemon {
    /// Not `async` itself: a helper process must have no other thread when it locks itself in.
    static func main() {
        AttachedProgram.becomeHelperIfAsked()
        AttachedProgram.loadLibrariesIfServing()
        Task { await AttachedProgram.main() }
        dispatchMain()
    }
}
