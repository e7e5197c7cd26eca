import AttacheSystem

/// One download per media URL: concurrent requests share it, and later ones use the cached verdict.
///
/// Most callers of a URL run on its executor, so that the locks are mostly free.
package final class SingleFlight: Sendable {
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
            policy = context.basis.key
            network = context.network.name
            typeHint = reference.typeHint
        }
    }

    /// A class, so that the register is not searched again to change it.
    private final class Flight {
        let number: Int
        /// The client that began it.
        let client: Int
        /// The download; `nil` for a moment after the flight began.
        var task: Task<Void, Never>?
        let deadline: Deadline
        var waiters: [Waiter<MediaVerdict>]
        /// Whether another client waits for it too.
        var isShared = false

        init(number: Int, client: Int, deadline: Deadline, waiters: [Waiter<MediaVerdict>]) {
            self.number = number
            self.client = client
            self.deadline = deadline
            self.waiters = waiters
        }
    }

    private struct Flights {
        var byKey: [Key: Flight] = [:]
        var lastNumber = 0
    }

    private let time: any TimeSource
    private let onShare: @Sendable (MediaVerdict) -> Void
    let executors: PayloadExecutors
    let cached: VerdictCache
    /// The downloads in progress of each executor.
    private let flights: [Locked<Flights>]

    /// Creates the register.
    ///
    /// - Parameters:
    ///   - time: The clock of the deadlines.
    ///   - capacity: Limit of cached verdicts, the oldest removed first; 0 shares only downloads in progress.
    ///   - lifetime: The lifetime of a cached verdict; `nil` for no expiry, as suits a run that ends.
    ///   - executors: The executors of downloads.
    ///   - onShare: Called when a second client gets a verdict that its loader does not know of.
    package init(
        time: any TimeSource,
        capacity: Int = 10_000,
        lifetime: VerdictLifetime? = nil,
        executors: PayloadExecutors = PayloadExecutors(),
        onShare: @escaping @Sendable (MediaVerdict) -> Void = { _ in }
    ) {
        self.time = time
        self.onShare = onShare
        self.executors = executors
        cached = VerdictCache(capacity: max(0, capacity), lifetime: lifetime, time: time)
        flights = (0..<executors.count).map { _ in Locked(Flights()) }
    }

    /// The executor of the download of a media reference.
    func executor(of reference: MediaReference) -> (any TaskExecutor)? { executors.executor(of: reference.text) }

    /// The cached verdict on a media reference; neither fetches nor waits.
    func cached(_ reference: MediaReference, under context: EvaluationContext) -> EncodedVerdict? {
        noted(
            cached.find(
                reference,
                policy: context.basis.key,
                network: context.basis.network.name,
                client: context.clientID
            )
        )
    }

    /// Reports a verdict that a second client gets for the first time.
    private func noted(_ found: FoundVerdict?) -> EncodedVerdict? {
        guard let found else { return nil }
        if found.isNewlyShared { onShare(found.verdict.verdict) }
        return found.verdict
    }

    /// Removes the cached verdict of a download, whose file is gone.
    package func forget(_ key: Key) { cached.remove(key) }

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
            if let known = noted(cached.find(key, client: client)) { return known.verdict }
            if Task.isCancelled { return Self.cancelled }
            let waiter = Waiter<MediaVerdict>()
            guard let flightDeadline = join(key, waiter, client, until: deadline, load: load) else { continue }
            let verdict = await waiter.wait { self.leave(key, waiter, with: Self.cancelled) }
            // The shorter deadline of another caller ended the download; this caller's has not passed: retry. A download
            // with this caller's own deadline is not repeated, whatever the clock of the transfer reads.
            if verdict.isOutOfTime || verdict.reasons.first?.code == .fetchDeadline, flightDeadline < deadline,
                deadline.remaining(at: time.now) != nil, !Task.isCancelled
            {
                continue
            }
            return verdict
        }
    }

    /// Adds a waiter to the download, which is started if necessary; returns the deadline of the download, or `nil` when
    /// its verdict is cached by now.
    private func join(
        _ key: Key,
        _ waiter: Waiter<MediaVerdict>,
        _ client: Int,
        until deadline: Deadline,
        load: @escaping @Sendable () async -> MediaVerdict
    ) -> Deadline? {
        let joined = flights(of: key).withLock { flights -> (number: Int, deadline: Deadline, isNew: Bool)? in
            if let flight = flights.byKey[key] {
                flight.waiters.append(waiter)
                if flight.client != client { flight.isShared = true }
                return (flight.number, flight.deadline, false)
            }
            // A download may have completed since the caller looked.
            if noted(cached.find(key, client: client)) != nil { return nil }
            flights.lastNumber += 1
            let number = flights.lastNumber
            flights.byKey[key] = Flight(number: number, client: client, deadline: deadline, waiters: [waiter])
            return (number, deadline, true)
        }
        guard let joined else { return nil }
        if joined.isNew { start(key, joined.number, load: load) }
        if deadline < joined.deadline {
            // This caller's deadline is before that of the download: it leaves then, and the others keep waiting.
            Task {
                try? await time.sleep(until: deadline.instant)
                leave(key, waiter, with: Self.tooLate)
            }
        }
        return joined.deadline
    }

    /// Starts a download; outside of the lock, since an executor may run it at once.
    private func start(_ key: Key, _ number: Int, load: @escaping @Sendable () async -> MediaVerdict) {
        let task = Task(executorPreference: executors.executor(of: key.text)) { @concurrent [self] in
            let verdict = await load()
            complete(key, number, with: verdict)
        }
        let isWanted = flights(of: key).withLock { flights in
            guard let flight = flights.byKey[key], flight.number == number else { return false }
            flight.task = task
            return true
        }
        // Its only caller was cancelled meanwhile, or it has ended.
        if !isWanted { task.cancel() }
    }

    private func leave(_ key: Key, _ waiter: Waiter<MediaVerdict>, with verdict: MediaVerdict) {
        let (isWaiting, abandoned) = flights(of: key).withLock { flights -> (Bool, Task<Void, Never>?) in
            guard let flight = flights.byKey[key] else { return (false, nil) }
            let index = flight.waiters.firstIndex { $0 === waiter }
            if let index { flight.waiters.remove(at: index) }
            guard flight.waiters.isEmpty else { return (index != nil, nil) }
            flights.byKey[key] = nil
            return (true, flight.task)
        }
        abandoned?.cancel()
        if isWaiting { waiter.resume(returning: verdict) }
    }

    private func complete(_ key: Key, _ number: Int, with verdict: MediaVerdict) {
        let code = verdict.reasons.first?.code
        // Momentary failures are not cached.
        let isPassing = verdict.isOutOfTime || code.map(ReasonCode.uncacheable.contains) ?? false
        // Encoded before the lock, which other URLs need.
        let encoded = isPassing ? nil : EncodedVerdict(verdict)
        let flight = flights(of: key).withLock { flights -> Flight? in
            // An abandoned download may end after a new one for the same key has begun.
            guard flights.byKey[key]?.number == number, let flight = flights.byKey.removeValue(forKey: key) else {
                return nil
            }
            // Under the lock, so that no caller finds neither the download nor its verdict.
            if let encoded { cached.insert(encoded, for: key, client: flight.client) }
            return flight
        }
        guard let flight else { return }
        if flight.isShared { onShare(verdict) }
        // The download is attributed to the first remaining waiter.
        flight.waiters.first?.resume(returning: verdict)
        guard flight.waiters.count > 1 else { return }
        flight.waiters.dropFirst().resumeAll(returning: verdict.shared)
    }

    private func flights(of key: Key) -> Locked<Flights> { flights[executors.index(of: key.text)] }

    private static let cancelled = MediaVerdict(
        reasons: [Reason(.fetchCancelled, "The request was cancelled before the download ended.")]
    )
    private static let tooLate = MediaVerdict(
        reasons: [Reason(.fetchDeadline, "The timeout ended before the download did.")]
    )
}
