import AttacheCommands
import Dispatch

/// The executable `attache`.
@main
enum AttacheCLI {
    /// Not `async` itself: a helper process must have no other thread when it locks itself in.
    static func main() {
        AttacheProgram.becomeHelperIfAsked()
        let expectsMedia = AttacheProgram.expectsMedia
        let hasStarted = DispatchSemaphore(value: 0)
        // Not on the main actor, which would be another thread.
        Task.detached {
            hasStarted.signal()
            await AttacheProgram.main()
        }
        if expectsMedia {
            // New threads wait while glibc loads a library, so that of the command comes first.
            hasStarted.wait()
            AttacheProgram.loadLibraries()
        }
        // From here on this thread takes the signals, whatever mask the program inherited.
        dispatchMain()
    }
}
