import AttacheSystem
import NIOCore

/// Limits how many streams of an HTTP/2 connection hold responses that the client does not read.
///
/// A stream costs tens of kilobytes beside its response, and a client that opens no window pays nothing for a hundred of
/// them. So the first requests of a burst pass at once and the others in small groups; while several responses are stuck,
/// further requests wait, and are refused once the client has read nothing for a while.
final class StreamAdmission {
    /// The number of requests that pass at once, for a client that has read a response, and for one that has not.
    private static let burst = (known: 16, new: 8)
    /// The number of stuck responses behind which requests wait.
    private static let stuckLimit = 8
    /// The pause between groups, for the same.
    private static let pause = (known: TimeAmount.milliseconds(2), new: TimeAmount.milliseconds(10))
    /// How long a client may read nothing before its requests are refused.
    private static let patience = TimeAmount.milliseconds(250)

    private let eventLoop: any EventLoop
    private var free = StreamAdmission.burst.new
    private var stuckCount = 0
    /// Whether the client has read a response.
    private var isKnown = false
    private var lastProgress = NIODeadline.now()
    private var waiting = FIFOQueue<RequestGate>()
    private var timer: Scheduled<Void>?

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    private var isStuck: Bool { stuckCount >= Self.stuckLimit }
    private var burst: Int { isKnown ? Self.burst.known : Self.burst.new }

    /// Returns whether a request may pass now; otherwise its gate is called later.
    func admits(_ gate: RequestGate) -> Bool {
        if waiting.isEmpty, free > 0, !isStuck {
            free -= 1
            return true
        }
        waiting.append(gate)
        schedule()
        return false
    }

    /// Records that a request was answered, or ended.
    func answered() {
        free = min(free + 1, burst)
        pass()
    }

    /// Records that a response is stuck or no longer so.
    func sticks(_ sticks: Bool) {
        stuckCount += sticks ? 1 : -1
        free = min(free - (sticks ? 1 : -1), burst)
        progresses()
        if !sticks { pass() }
    }

    /// Records that the client has read something.
    func progresses() { lastProgress = .now() }

    /// Records that the client has read a response.
    func completes() { isKnown = true }

    private func pass() {
        while free > 0, !isStuck, let gate = waiting.popFirst() {
            free -= 1
            gate.admit(refusing: nil)
        }
    }

    private func tick() {
        timer = nil
        if isStuck {
            if NIODeadline.now() - lastProgress > Self.patience {
                while let gate = waiting.popFirst() { gate.admit(refusing: .unread) }
            }
        } else {
            free = burst
            pass()
        }
        if !waiting.isEmpty { schedule() }
    }

    private func schedule() {
        guard timer == nil else { return }
        timer = eventLoop.assumeIsolated().scheduleTask(in: isKnown && !isStuck ? Self.pause.known : Self.pause.new) {
            [weak self] in
            self?.tick()
        }
    }
}
