import Glibc
import UnixSignals

/// Hears what the system tells the process: SIGHUP to reload, SIGTERM and SIGINT to end, and either again to end at once.
///
/// Nothing is waited for here, so that whatever takes long keeps no later signal from being heard.
struct SignalHandler: Sendable {
    let reload: @Sendable () -> Void
    let end: @Sendable () async -> Void

    /// Listens until its task is cancelled.
    ///
    /// - Parameter signals: What is heard; it has been listening since before anything was served.
    func run(_ signals: UnixSignalsSequence) async {
        var isEnding = false
        for await signal in signals {
            if signal == .sighup {
                reload()
            } else if isEnding {
                // Whoever asks twice waits for nothing, not even for what runs at an ordinary end.
                _exit(128 + (signal == .sigint ? SIGINT : SIGTERM))
            } else {
                isEnding = true
                await end()
            }
        }
    }

    /// Starts to hear the signals.
    static func signals() async -> UnixSignalsSequence {
        await UnixSignalsSequence(trapping: .sighup, .sigterm, .sigint)
    }
}
