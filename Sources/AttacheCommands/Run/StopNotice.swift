import AttacheCommandLine
import AttacheSystem
import Glibc

/// Tells a person at a terminal that a requested stop was noticed, while work is finished.
final class StopNotice: Sendable {
    private let task: Task<Void, Never>

    /// Waits for the stop in the background; the message is printed only to a terminal, where it explains a pause.
    init(_ stop: InterruptSignal, _ diagnostics: Diagnostics, _ message: String) {
        let isTerminal = isatty(STDERR_FILENO) == 1
        task = Task {
            while isTerminal, !Task.isCancelled {
                if stop.isRequested { return diagnostics.warning(message) }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    func cancel() { task.cancel() }
}
