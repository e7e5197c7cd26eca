import AttacheCore
import AttacheSystem
import Synchronization

/// Whether the service can do its work.
///
/// It stands beside the queue: nothing here waits for a place, and whoever asks while others look waits for their answer,
/// which is good for a second. A check that does not answer in time is a trouble like any other, and is not waited for.
final class Readiness: Sendable {
    private struct State {
        var answer: (healthProblems: [String], until: ContinuousClock.Instant)?
        var waiters: [CheckedContinuation<[String], Never>] = []
        var isChecking = false
        /// Checks that have not come back since they were begun, by their place.
        var hanging: Set<Int> = []
    }

    /// How long an answer is good for: many who ask cost the disk one write.
    private static let lifetime = Duration.seconds(1)
    /// How long a check may take; longer than any work that is queued before it on a disk that is well.
    private static let timeout = Duration.seconds(2)

    private let draining = Atomic(false)
    private let state = Locked(State())
    private let checks: [ReadinessCheck]
    private let time: any TimeSource

    /// Creates it.
    ///
    /// - Parameters:
    ///   - checks: What the service cannot work without.
    ///   - time: The clock.
    init(checks: [ReadinessCheck] = [], time: any TimeSource = SystemTime()) {
        self.checks = checks
        self.time = time
    }

    /// Whether the process is about to end.
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// From now on it is not ready: the process is about to end.
    func drain() {
        draining.store(true, ordering: .relaxed)
    }

    /// What keeps it from its work, a sentence each; empty when nothing does.
    func healthProblems() async -> [String] {
        if isDraining { return ["The service is ending."] }
        return await withCheckedContinuation { continuation in
            let now = time.now
            let (known, starts) = state.withLock { state -> ([String]?, Bool) in
                if let answer = state.answer, now < answer.until { return (answer.healthProblems, false) }
                state.waiters.append(continuation)
                defer { state.isChecking = true }
                return (nil, !state.isChecking)
            }
            if let known { return continuation.resume(returning: known) }
            // Those who asked may go away, and the answer is everybody's.
            if starts { Task { await check() } }
        }
    }

    private func check() async {
        let answers = await withTaskGroup { group in
            for (index, check) in checks.enumerated() {
                group.addTask { (index, await self.answer(of: check, at: index)) }
            }
            return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        let healthProblems = answers.sorted { $0.key < $1.key }.map(\.value)
        let waiters = state.withLock { state in
            state.answer = (healthProblems, time.now + Self.lifetime)
            state.isChecking = false
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: healthProblems) }
    }

    /// A check's answer, or that there was none in time.
    private func answer(of check: ReadinessCheck, at index: Int) async -> String? {
        // What hangs is not asked again: each question would only wait behind the one before.
        let begins = state.withLock { $0.hanging.insert(index).inserted }
        guard begins else { return Self.timeoutMessage(of: check) }
        let first = FirstResult()
        // Not a child task: a disk that hangs would hold the answer up for ever.
        let asked = Task {
            let healthProblem = await check.healthProblem()
            state.withLock { _ = $0.hanging.remove(index) }
            first.resolve(healthProblem)
        }
        let timer = Task { [time] in
            guard (try? await time.sleep(until: time.now + Self.timeout)) != nil else { return }
            first.resolve(Self.timeoutMessage(of: check))
            asked.cancel()
        }
        defer { timer.cancel() }
        return await first.wait()
    }

    private static func timeoutMessage(of check: ReadinessCheck) -> String { "The \(check.name) does not answer." }
}

/// One thing that the service cannot work without.
struct ReadinessCheck: Sendable {
    /// What is looked at, for the sentence that tells that it did not answer.
    let name: String
    /// Looks; gives a sentence when something is wrong.
    let healthProblem: @Sendable () async -> String?
}

/// Takes the first of several answers to one question.
final class FirstResult: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<String?, Never>)
        case resolved(String?)
    }

    private let state = Locked(State.open)

    /// Gives an answer; whatever comes after the first counts for nothing.
    func resolve(_ answer: String?) {
        let waiter = state.withLock { state -> CheckedContinuation<String?, Never>? in
            switch state {
            case .resolved: return nil
            case .open:
                state = .resolved(answer)
                return nil
            case .waiting(let waiter):
                state = .resolved(answer)
                return waiter
            }
        }
        waiter?.resume(returning: answer)
    }

    /// Waits for the first answer; one task may.
    func wait() async -> String? {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> String?? in
                if case .resolved(let answer) = state { return .some(answer) }
                state = .waiting(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
