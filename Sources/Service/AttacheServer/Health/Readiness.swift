import AttacheCore
import AttacheSystem
import Synchronization

/// The readiness of the service.
///
/// It is independent of the queue. Concurrent callers share one run of the checks, whose result is cached for a second.
/// A check that times out counts as failed and is not awaited.
final class Readiness: Sendable {
    private struct State {
        var answer: (healthProblems: [String], until: ContinuousClock.Instant)?
        var waiters: [Waiter<[String]>] = []
        var isChecking = false
        /// The indices of checks that are still running.
        var hanging: Set<Int> = []
    }

    /// The lifetime of a result: many callers cost the disk one write.
    private static let lifetime = Duration.seconds(1)
    /// The timeout of a check; longer than any work queued before it on a healthy disk.
    private static let timeout = Duration.seconds(2)

    private let draining = Atomic(false)
    private let state = Locked(State())
    private let checks: [ReadinessCheck]
    private let time: any TimeSource

    init(checks: [ReadinessCheck] = [], time: any TimeSource = SystemTime()) {
        self.checks = checks
        self.time = time
    }

    /// Whether the service is shutting down.
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// Marks the service as shutting down.
    func drain() {
        draining.store(true, ordering: .relaxed)
    }

    /// Returns one sentence for each problem; empty if the service is ready.
    func healthProblems() async -> [String] {
        if isDraining { return ["The service is shutting down."] }
        let now = time.now
        let waiter = Waiter<[String]>()
        let (known, starts) = state.withLock { state -> ([String]?, Bool) in
            if let answer = state.answer, now < answer.until { return (answer.healthProblems, false) }
            state.waiters.append(waiter)
            defer { state.isChecking = true }
            return (nil, !state.isChecking)
        }
        if let known { return known }
        // Not a child task: the result is shared, and a caller may be cancelled.
        if starts { Task { await check() } }
        return await waiter.wait()
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
        waiters.resumeAll(returning: healthProblems)
    }

    /// Returns the result of a check, or a problem if it timed out.
    private func answer(of check: ReadinessCheck, at index: Int) async -> String? {
        // A hanging check is not started again: it would only queue behind itself.
        let begins = state.withLock { $0.hanging.insert(index).inserted }
        guard begins else { return Self.timeoutMessage(of: check) }
        let first = Waiter<String?>()
        // Not a child task: a hanging disk would block the result indefinitely.
        let asked = Task {
            let healthProblem = await check.healthProblem()
            state.withLock { _ = $0.hanging.remove(index) }
            first.resume(returning: healthProblem)
        }
        let timer = Task { [time] in
            guard (try? await time.sleep(until: time.now + Self.timeout)) != nil else { return }
            first.resume(returning: Self.timeoutMessage(of: check))
            asked.cancel()
        }
        defer { timer.cancel() }
        return await first.wait()
    }

    private static func timeoutMessage(of check: ReadinessCheck) -> String { "The \(check.name) does not answer." }
}

/// A dependency of the service.
struct ReadinessCheck: Sendable {
    /// The name of the dependency in messages.
    let name: String
    /// Returns a sentence if the dependency fails.
    let healthProblem: @Sendable () async -> String?
}
