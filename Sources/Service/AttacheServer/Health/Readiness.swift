import AttacheCore
import AttacheSystem
import Synchronization

/// The readiness of the service.
///
/// It is independent of the queue. Concurrent callers share one run of the checks, whose result is cached for a second.
/// A check that times out counts as failed and is not awaited.
final class Readiness: Sendable {
    private struct State {
        var answer: (findings: [ReadinessFinding], until: ContinuousClock.Instant)?
        var waiters: [Waiter<[ReadinessFinding]>] = []
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
    /// Called with new findings that differ from those before; the first time, from none.
    private let changed: @Sendable ([ReadinessFinding]) -> Void

    init(
        checks: [ReadinessCheck] = [],
        time: any TimeSource = SystemTime(),
        changed: @escaping @Sendable ([ReadinessFinding]) -> Void = { _ in }
    ) {
        self.checks = checks
        self.time = time
        self.changed = changed
    }

    /// Whether the service is shutting down.
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// Marks the service as shutting down.
    func drain() {
        draining.store(true, ordering: .relaxed)
    }

    /// Returns what the checks have found; without a problem among it the service is ready.
    func findings() async -> [ReadinessFinding] {
        if isDraining { return [.problem("The service is shutting down.")] }
        let now = time.now
        let waiter = Waiter<[ReadinessFinding]>()
        let (known, starts) = state.withLock { state -> ([ReadinessFinding]?, Bool) in
            if let answer = state.answer, now < answer.until { return (answer.findings, false) }
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
            return await group.reduce(into: [Int: ReadinessFinding]()) { $0[$1.0] = $1.1 }
        }
        let findings = answers.sorted { $0.key < $1.key }.map(\.value)
        let (waiters, before) = state.withLock { state in
            let before = state.answer?.findings ?? []
            state.answer = (findings, time.now + Self.lifetime)
            state.isChecking = false
            return (exchange(&state.waiters, with: []), before)
        }
        if findings != before { changed(findings) }
        waiters.resumeAll(returning: findings)
    }

    /// Returns the result of a check, or a problem if it timed out.
    private func answer(of check: ReadinessCheck, at index: Int) async -> ReadinessFinding? {
        // A hanging check is not started again: it would only queue behind itself.
        let begins = state.withLock { $0.hanging.insert(index).inserted }
        guard begins else { return Self.silence(of: check) }
        let first = Waiter<ReadinessFinding?>()
        // Not a child task: a hanging disk would block the result indefinitely.
        let asked = Task {
            let finding = await check.finding()
            state.withLock { _ = $0.hanging.remove(index) }
            first.resume(returning: finding)
        }
        let timer = Task { [time] in
            guard (try? await time.sleep(until: time.now + Self.timeout)) != nil else { return }
            first.resume(returning: Self.silence(of: check))
            asked.cancel()
        }
        defer { timer.cancel() }
        return await first.wait()
    }

    private static func silence(of check: ReadinessCheck) -> ReadinessFinding {
        .problem("The \(check.name) does not answer.")
    }
}

/// A dependency of the service.
struct ReadinessCheck: Sendable {
    /// The name of the dependency in messages.
    let name: String
    /// Returns what is to be said about the dependency, if anything.
    let finding: @Sendable () async -> ReadinessFinding?
}

/// What a check has found, as a sentence.
enum ReadinessFinding: Sendable, Equatable {
    /// Something to look at, with which the service does its work.
    case warning(String)
    /// The service cannot do its work: another instance should.
    case problem(String)

    var isProblem: Bool { if case .problem = self { true } else { false } }

    /// Its line in an answer.
    var line: String {
        switch self {
        case .warning(let sentence): "warning: \(sentence)"
        case .problem(let sentence): sentence
        }
    }
}
