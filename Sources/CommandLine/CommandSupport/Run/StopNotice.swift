package import AttacheCommandLine
package import AttacheSystem
import Glibc

/// Reports that a requested stop was noticed, and what is still in progress, while work is finished.
package final class StopNotice: Sendable {
    /// The time between two reports of what is left.
    private static let interval = Duration.seconds(5)

    private let task: Task<Void, Never>

    /// Waits for the stop in the background.
    ///
    /// - Parameters:
    ///   - stop: The signal.
    ///   - diagnostics: Receives the messages.
    ///   - noun: What is in progress, such as `download`.
    ///   - repeats: Whether to report every few seconds what is left, where no progress display shows it.
    ///   - count: Returns the number in progress; with none there is nothing to wait for, and no message.
    package init(
        _ stop: InterruptSignal,
        _ diagnostics: Diagnostics,
        _ noun: String,
        repeats: Bool = true,
        count: @escaping @Sendable () -> Int
    ) {
        let isTerminal = isatty(STDERR_FILENO) == 1
        task = Task {
            var due = ContinuousClock.now
            var isFirst = true
            while !Task.isCancelled, isFirst || repeats {
                let left = stop.isRequested && ContinuousClock.now >= due ? count() : 0
                if left > 0 {
                    let again =
                        isTerminal && stop.isFromKeyboard
                        ? "press Ctrl-C again to stop" : "a second signal stops immediately"
                    diagnostics.warning(Self.message(left, noun, isFirst ? "; \(again)." : " still in progress."))
                    isFirst = false
                    due = .now + Self.interval
                }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    package func cancel() { task.cancel() }

    private static func message(_ count: Int, _ noun: String, _ end: String) -> String {
        "\(end.hasPrefix(";") ? "finishing " : "")\(count) \(noun)\(count == 1 ? "" : "s")\(end)"
    }
}

/// The number of items in progress, for messages.
package final class RunningCount: Sendable {
    private let count = Locked(0)

    package init() {}

    package var value: Int { count.withLock { $0 } }

    /// Counts one more while `body` runs.
    package func during<Result>(_ body: () async -> Result) async -> Result {
        count.withLock { $0 += 1 }
        defer { count.withLock { $0 -= 1 } }
        return await body()
    }
}
