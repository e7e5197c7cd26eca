/// Loads each media URL once: never twice at the same time, and not again while its verdict is remembered.
package actor SingleFlight {
    /// What makes two references the same load.
    package struct Key: Hashable, Sendable {
        /// The URL as it stands in the payload.
        package var text: String
        /// The policy's name.
        package var policy: String
        /// The network's name.
        package var network: String
        /// The dialect's type hint.
        package var typeHint: String?

        /// Creates a key.
        ///
        /// - Parameters:
        ///   - text: The URL as it stands in the payload.
        ///   - policy: The policy's name.
        ///   - network: The network's name.
        ///   - typeHint: The dialect's type hint.
        package init(text: String, policy: String, network: String, typeHint: String? = nil) {
            self.text = text
            self.policy = policy
            self.network = network
            self.typeHint = typeHint
        }

        /// Creates the key of a media reference.
        init(_ reference: MediaReference, under terms: EvaluationContext) {
            text = reference.text
            policy = terms.policy.name
            network = terms.network.name
            typeHint = reference.typeHint
        }
    }

    private struct Flight {
        var number: Int
        var task: Task<Void, Never>
        var deadline: Deadline
        var waiters: [Int: CheckedContinuation<MediaVerdict, Never>] = [:]
    }

    private let time: any TimeSource
    private let executor: (any TaskExecutor)?
    private let cached: VerdictCache
    private var flights: [Key: Flight] = [:]
    private var lastWaiter = 0
    private var lastFlight = 0

    /// Creates the register.
    ///
    /// - Parameters:
    ///   - time: The clock of the deadlines.
    ///   - capacity: Verdicts that are remembered at most, the oldest going first; 0 shares loads under way only.
    ///   - lifetime: How long a verdict is remembered; `nil` for as long as there is room, as suits a run that ends.
    ///   - executor: Where loads run, `nil` for Swift's own threads; best where their file work is done, since each change
    ///     of threads costs as much as looking at a picture.
    package init(
        time: any TimeSource,
        capacity: Int = 10_000,
        lifetime: VerdictLifetime? = nil,
        executor: (any TaskExecutor)? = nil
    ) {
        self.time = time
        self.executor = executor
        cached = VerdictCache(capacity: max(0, capacity), lifetime: lifetime, time: time)
    }

    /// The verdict on a media reference when it is remembered; asks nobody and waits for nothing.
    ///
    /// - Parameters:
    ///   - reference: The reference.
    ///   - terms: The terms it is judged under.
    /// - Returns: The verdict, or `nil`.
    nonisolated func cached(_ reference: MediaReference, under terms: EvaluationContext) -> EncodedVerdict? {
        cached.find(reference, policy: terms.basis.policy.name, network: terms.basis.network.name)
    }

    /// The verdict on a media reference.
    ///
    /// - Parameters:
    ///   - key: What to load.
    ///   - deadline: When this caller's answer must be there.
    ///   - load: Loads it; runs in a task of its own, which is cancelled when its last waiter has gone.
    /// - Returns: The verdict; `fetch.deadline` or `fetch.cancelled` when this caller's time ended before the load.
    package func verdict(
        for key: Key,
        until deadline: Deadline,
        load: @escaping @Sendable () async -> MediaVerdict
    ) async -> MediaVerdict {
        while true {
            if let known = cached.find(key) { return known.verdict }
            lastWaiter += 1
            let waiter = lastWaiter
            let verdict = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    join(key, waiter: waiter, continuation: continuation, until: deadline, load: load)
                }
            } onCancel: {
                Task { await self.leave(key, waiter: waiter, with: Self.cancelled) }
            }
            // Somebody else's shorter time ended the load; this caller still has some of its own.
            if verdict.reasons.first?.code == .fetchDeadline, deadline.remaining(at: time.now) != nil,
                !Task.isCancelled
            {
                continue
            }
            return verdict
        }
    }

    private func join(
        _ key: Key,
        waiter: Int,
        continuation: CheckedContinuation<MediaVerdict, Never>,
        until deadline: Deadline,
        load: @escaping @Sendable () async -> MediaVerdict
    ) {
        if Task.isCancelled { return continuation.resume(returning: Self.cancelled) }
        if flights[key] == nil {
            lastFlight += 1
            let number = lastFlight
            // Not on this actor: loads would stand in a line.
            let task = Task(executorPreference: executor) { @concurrent [self] in
                let verdict = await load()
                await complete(key, number, with: verdict)
            }
            flights[key] = Flight(number: number, task: task, deadline: deadline)
        }
        flights[key]?.waiters[waiter] = continuation
        guard let flight = flights[key], deadline < flight.deadline else { return }
        // This caller's time ends before the load's own: it leaves then, and the others go on.
        Task {
            try? await time.sleep(until: deadline.instant)
            leave(key, waiter: waiter, with: Self.tooLate)
        }
    }

    private func leave(_ key: Key, waiter: Int, with verdict: MediaVerdict) {
        guard let continuation = flights[key]?.waiters.removeValue(forKey: waiter) else { return }
        continuation.resume(returning: verdict)
        if let flight = flights[key], flight.waiters.isEmpty {
            flight.task.cancel()
            flights[key] = nil
        }
    }

    private func complete(_ key: Key, _ number: Int, with verdict: MediaVerdict) {
        // A load that everybody left may end after a new one for the same key has begun.
        guard let flight = flights[key], flight.number == number else { return }
        flights[key] = nil
        let code = verdict.reasons.first?.code
        // What only says something of this moment is asked again.
        let isPassing = code.map(ReasonCode.uncacheable.contains) ?? false
        if !isPassing { cached.insert(EncodedVerdict(verdict), for: key) }
        let shared = verdict.shared
        // The load counts as that of the first who still waits.
        let owner = flight.waiters.keys.min()
        for (waiter, continuation) in flight.waiters {
            continuation.resume(returning: waiter == owner ? verdict : shared)
        }
    }

    private static let cancelled = MediaVerdict(
        reasons: [Reason(.fetchCancelled, "The caller went away before the download ended.")]
    )
    private static let tooLate = MediaVerdict(
        reasons: [Reason(.fetchDeadline, "The time of the extension ran out before the download ended.")]
    )
}

/// How long a verdict is remembered in memory.
package struct VerdictLifetime: Sendable, Equatable {
    /// For attachments, and for failures that a later try cannot help.
    package var permanent: Duration
    /// For failures that may pass.
    package var transient: Duration

    /// Creates a lifetime; zero remembers nothing.
    ///
    /// - Parameters:
    ///   - permanent: For attachments, and for failures that a later try cannot help.
    ///   - transient: For failures that may pass; never longer than `permanent`.
    package init(_ permanent: Duration, transient: Duration? = nil) {
        self.permanent = permanent
        self.transient = min(permanent, transient ?? permanent)
    }

    /// How long a verdict is remembered.
    ///
    /// - Parameter verdict: The verdict.
    /// - Returns: The time from its landing.
    func time(of verdict: MediaVerdict) -> Duration {
        guard verdict.attachment == nil, let headline = verdict.reasons.first else { return permanent }
        return headline.isPermanent ? permanent : transient
    }
}
