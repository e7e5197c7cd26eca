/// One download per media URL: concurrent requests share it, and later ones use the cached verdict.
package actor SingleFlight {
    /// The identity of a download.
    package struct Key: Hashable, Sendable {
        /// The URL as written in the payload.
        package var text: String
        package var policy: String
        package var network: String
        /// The media type that the payload states beside the URL, if any.
        package var typeHint: String?

        package init(text: String, policy: String, network: String, typeHint: String? = nil) {
            self.text = text
            self.policy = policy
            self.network = network
            self.typeHint = typeHint
        }

        init(_ reference: MediaReference, under context: EvaluationContext) {
            text = reference.text
            policy = context.policy.name
            network = context.network.name
            typeHint = reference.typeHint
        }
    }

    private struct Flight {
        var number: Int
        /// The client that began it.
        var client: Int
        var task: Task<Void, Never>
        var deadline: Deadline
        var waiters: [Waiter<MediaVerdict>] = []
    }

    private let time: any TimeSource
    private let executor: (any TaskExecutor)?
    let cached: VerdictCache
    private var flights: [Key: Flight] = [:]
    private var lastFlight = 0

    /// Creates the register.
    ///
    /// - Parameters:
    ///   - time: The clock of the deadlines.
    ///   - capacity: Limit of cached verdicts, the oldest removed first; 0 shares only downloads in progress.
    ///   - lifetime: The lifetime of a cached verdict; `nil` for no expiry, as suits a run that ends.
    ///   - executor: The executor of downloads, `nil` for Swift's own threads. Use that of their file work: a change
    ///     of threads costs as much as the inspection of a picture.
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

    /// The cached verdict on a media reference; neither fetches nor waits.
    nonisolated func cached(_ reference: MediaReference, under context: EvaluationContext) -> EncodedVerdict? {
        cached.find(
            reference,
            policy: context.basis.policy.name,
            network: context.basis.network.name,
            client: context.clientID
        )
    }

    /// The verdict on a media reference.
    ///
    /// - Parameters:
    ///   - key: The download.
    ///   - client: The client, who may use its own failures for longer than others may.
    ///   - deadline: The deadline of this caller.
    ///   - load: Performs the download, in a task that is cancelled when its last waiter leaves.
    /// - Returns: The verdict; `fetch.deadline` or `fetch.cancelled` when this caller's deadline or task ended first.
    package func verdict(
        for key: Key,
        client: Int = 0,
        until deadline: Deadline,
        load: @escaping @Sendable () async -> MediaVerdict
    ) async -> MediaVerdict {
        while true {
            if let known = cached.find(key, client: client) { return known.verdict }
            let waiter = Waiter<MediaVerdict>()
            let flightDeadline = join(key, waiter, client, until: deadline, load: load)
            let verdict = await waiter.wait {
                Task { await self.leave(key, waiter, with: Self.cancelled) }
            }
            // The shorter deadline of another caller ended the download; this caller's has not passed: retry. A download
            // with this caller's own deadline is not repeated, whatever the clock of the transfer reads.
            if verdict.reasons.first?.code == .fetchDeadline, flightDeadline < deadline,
                deadline.remaining(at: time.now) != nil, !Task.isCancelled
            {
                continue
            }
            return verdict
        }
    }

    /// Adds a waiter to the download, which is started if necessary; returns the deadline of the download.
    private func join(
        _ key: Key,
        _ waiter: Waiter<MediaVerdict>,
        _ client: Int,
        until deadline: Deadline,
        load: @escaping @Sendable () async -> MediaVerdict
    ) -> Deadline {
        if Task.isCancelled {
            waiter.resume(returning: Self.cancelled)
            return deadline
        }
        if flights[key] == nil {
            lastFlight += 1
            let number = lastFlight
            // Not on this actor, which would serialise the downloads.
            let task = Task(executorPreference: executor) { @concurrent [self] in
                let verdict = await load()
                await complete(key, number, with: verdict)
            }
            flights[key] = Flight(number: number, client: client, task: task, deadline: deadline)
        }
        flights[key]?.waiters.append(waiter)
        guard let flight = flights[key], deadline < flight.deadline else { return flights[key]?.deadline ?? deadline }
        // This caller's deadline is before that of the download: it leaves then, and the others keep waiting.
        Task {
            try? await time.sleep(until: deadline.instant)
            leave(key, waiter, with: Self.tooLate)
        }
        return flight.deadline
    }

    private func leave(_ key: Key, _ waiter: Waiter<MediaVerdict>, with verdict: MediaVerdict) {
        guard let index = flights[key]?.waiters.firstIndex(where: { $0 === waiter }) else { return }
        flights[key]?.waiters.remove(at: index)
        waiter.resume(returning: verdict)
        if let flight = flights[key], flight.waiters.isEmpty {
            flight.task.cancel()
            flights[key] = nil
        }
    }

    private func complete(_ key: Key, _ number: Int, with verdict: MediaVerdict) {
        // An abandoned download may end after a new one for the same key has begun.
        guard let flight = flights[key], flight.number == number else { return }
        flights[key] = nil
        let code = verdict.reasons.first?.code
        // Momentary failures are not cached.
        let isPassing = code.map(ReasonCode.uncacheable.contains) ?? false
        if !isPassing { cached.insert(EncodedVerdict(verdict), for: key, client: flight.client) }
        let shared = verdict.shared
        // The download is attributed to the first remaining waiter.
        flight.waiters.first?.resume(returning: verdict)
        flight.waiters.dropFirst().resumeAll(returning: shared)
    }

    private static let cancelled = MediaVerdict(
        reasons: [Reason(.fetchCancelled, "The request was cancelled before the download ended.")]
    )
    private static let tooLate = MediaVerdict(
        reasons: [Reason(.fetchDeadline, "The timeout ended before the download did.")]
    )
}
