import AttacheCommands
import Dispatch

/// The executable `attache`.
@main
enum AttacheCLI {
    /// Not `async` itself: a helper process must have no other thread when it locks itself in.
    static func main() {
        AttacheProgram.becomeHelperIfAsked()
        let hasStarted = DispatchSemaphore(value: 0)
        // Not on the main actor, which would be another thread.
        Task.detached {
            hasStarted.signal()
            await AttacheProgram.main()
        }
        // No thread can start while a library is loaded, so the threads of tasks come first.
        hasStarted.wait()
        AttacheProgram.loadLibrariesIfNeeded()
        // It takes the signals, whatever mask the program inherited.
        dispatchMain()
    }
}
