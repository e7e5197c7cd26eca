import AttacheCore
import AttacheSystem
import UserNotifications

/// One push in an extension of another process, as the host sees it: the host's clock decides what is in time.
final class ProcessSession: Sendable {
    private enum Phase {
        case running
        case answered
        case cutOff
    }

    let push: ReceivedPush
    private let log: EventLog
    private let phase = Locked(Phase.running)
    private let begun = Locked(false)
    private let ended = Locked(false)
    private let answer = Waiter<ExtensionAnswer>()

    init(_ push: ReceivedPush) {
        self.push = push
        log = push.log
    }

    /// Waits for the answer; a cancelled task gets that of the cut-off.
    func wait(onCancel: @Sendable () -> Void) async -> ExtensionAnswer { await answer.wait(onCancel: onCancel) }

    /// Whether the end of the process is that of this push.
    var hasEnded: Bool { ended.withLock { $0 } }

    /// Whether the process has reported anything on the push.
    var hasBegun: Bool { begun.withLock { $0 } }

    /// Adds an event that the process reports.
    func add(_ kind: ExtensionEvent.Kind, _ detail: String) {
        begun.withLock { $0 = true }
        guard kind == .handlerCalled else { return log.add(kind, detail) }
        let isLate = phase.withLock { phase in
            // From here on the time for copies of the files does not count.
            if phase == .running { phase = .answered }
            return phase == .cutOff
        }
        log.add(
            isLate ? .handlerCalledLate : .handlerCalled,
            isLate ? "The original content was delivered before." : ""
        )
    }

    /// Takes the handler's content.
    func take(_ content: UNNotificationContent, sources: [String], bundle: URL) {
        let secured = SecuredContent(
            content,
            in: push.store,
            sources: sources.map { URL(fileURLWithPath: $0) },
            kept: [bundle, push.centerDirectory]
        )
        // A report that crossed the cut-off.
        guard phase.withLock({ $0 }) == .answered else { return secured.discard() }
        answer.resume(returning: .content(secured))
    }

    /// Ends the wait for the handler; returns whether the push had no answer.
    func cutOff() -> Bool {
        let ends = phase.withLock { phase in
            guard phase == .running else { return false }
            phase = .cutOff
            return true
        }
        guard ends else { return false }
        log.add(.cutOff, "The handler was not called in time.")
        answer.resume(returning: .cutOff)
        return true
    }

    /// Notes that the process ended, or that there is none; without an answer the original is delivered.
    func end(_ kind: ExtensionEvent.Kind, _ detail: String) {
        ended.withLock { $0 = true }
        log.add(kind, detail)
        phase.withLock { if $0 == .running { $0 = .cutOff } }
        answer.resume(returning: .crash)
    }

    /// Ends the wait for a process that ended before the push, which another process then gets.
    func lose() { answer.resume(returning: .crash) }
}
