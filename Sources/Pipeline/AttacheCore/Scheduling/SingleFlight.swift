import AttacheSystem

/// One download per media URL: concurrent requests share it, and later ones use the cached verdict.
///
/// Most callers of a URL run on its executor, so that the locks are mostly free.
package final class SingleFlight: Sendable {
    /// A download in progress: that of all clients, or one of a client that waited for it long enough.
    private struct Place: Hashable {
        let key: Key
        var client: Int?
    }

    /// A class, so that the register is not searched again to change it.
    private final class Flight {
        let number: Int
        /// The client that began it.
        let client: Int
        /// The download; `nil` for a moment after the flight began.
        var task: Task<Void, Never>?
        let deadline: Deadline
        /// Those that wait for it; `nil` sends one to a download of its own.
        var waiters: [Waiter<MediaVerdict?>]
        /// The other clients that wait for it too.
        var others: Set<Int> = []

        init(number: Int, client: Int, deadline: Deadline, waiters: [Waiter<MediaVerdict?>]) {
            self.number = number
            self.client = client
            self.deadline = deadline
            self.waiters = waiters
        }
    }

    private struct Flights {
        var byPlace: [Place: Flight] = [:]
        var lastNumber = 0
    }

    private let time: any TimeSource
    /// How long a client waits for another's download before it begins one: that may wait for the turns of its own client.
    private let patience: Duration
    private let onShare: @Sendable (MediaVerdict, _ client: Int) -> Void
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
    ///   - patience: How long a client waits for another's download before it begins one.
    ///   - onShare: Called when one more client gets a verdict, which its loader does not know of; perhaps repeatedly.
    package init(
        time: any TimeSource,
        capacity: Int = 10_000,
        lifetime: VerdictLifetime? = nil,
        executors: PayloadExecutors = PayloadExecutors(),
        patience: Duration = .seconds(1),
        onShare: @escaping @Sendable (MediaVerdict, _ client: Int) -> Void = { _, _ in }
    ) {
        self.time = time
        self.patience = patience
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
            ),
            by: context.clientID
        )
    }

    /// Reports a verdict that one more client gets.
    private func noted(_ found: FoundVerdict?, by client: Int) -> EncodedVerdict? {
        guard let found else { return nil }
        if found.isNewlyShared { onShare(found.verdict.verdict, client) }
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
        var place = Place(key: key)
        while true {
            if let known = noted(cached.find(key, client: client), by: client) { return known.verdict }
            if Task.isCancelled { return Self.cancelled }
            let waiter = Waiter<MediaVerdict?>()
            guard let joined = join(place, waiter, client, until: deadline, load: load) else { continue }
            let timer = joined.isOthers ? leave(place, waiter, after: patience) : nil
            let result = await waiter.wait { [place] in self.leave(place, waiter, with: Self.cancelled) }
            timer?.cancel()
            // What another client has seen of the host does not concern this one.
            guard let verdict = result, !joined.isOthers || verdict.reasons.first?.code != .fetchHostCooling else {
                place.client = client
                continue
            }
            // The shorter deadline of another caller ended the download; this caller's has not passed: retry. A download
            // with this caller's own deadline is not repeated, whatever the clock of the transfer reads.
            if verdict.isOutOfTime || verdict.reasons.first?.code == .fetchDeadline, joined.deadline < deadline,
                deadline.remaining(at: time.now) != nil, !Task.isCancelled
            {
                continue
            }
            return verdict
        }
    }

    /// Adds a waiter to the download, which is started if necessary; returns the deadline of the download, and whether it is
    /// another client's, or `nil` when its verdict is cached by now.
    private func join(
        _ place: Place,
        _ waiter: Waiter<MediaVerdict?>,
        _ client: Int,
        until deadline: Deadline,
        load: @escaping @Sendable () async -> MediaVerdict
    ) -> (deadline: Deadline, isOthers: Bool)? {
        let key = place.key
        typealias Joined = (number: Int, deadline: Deadline, client: Int, isNew: Bool)
        let joined = flights(of: key).withLock { flights -> Joined? in
            if let flight = flights.byPlace[place] {
                flight.waiters.append(waiter)
                if flight.client != client { flight.others.insert(client) }
                return (flight.number, flight.deadline, flight.client, false)
            }
            // A download may have completed since the caller looked.
            if noted(cached.find(key, client: client), by: client) != nil { return nil }
            flights.lastNumber += 1
            let number = flights.lastNumber
            flights.byPlace[place] = Flight(number: number, client: client, deadline: deadline, waiters: [waiter])
            return (number, deadline, client, true)
        }
        guard let joined else { return nil }
        if joined.isNew { start(place, joined.number, load: load) }
        if deadline < joined.deadline {
            // This caller's deadline is before that of the download: it leaves then, and the others keep waiting.
            Task {
                try? await time.sleep(until: deadline.instant)
                leave(place, waiter, with: Self.tooLate)
            }
        }
        return (joined.deadline, joined.client != client)
    }

    /// Starts a download; outside of the lock, since an executor may run it at once.
    private func start(_ place: Place, _ number: Int, load: @escaping @Sendable () async -> MediaVerdict) {
        let task = Task(executorPreference: executors.executor(of: place.key.text)) { @concurrent [self] in
            let verdict = await load()
            complete(place, number, with: verdict)
        }
        let isWanted = flights(of: place.key).withLock { flights in
            guard let flight = flights.byPlace[place], flight.number == number else { return false }
            flight.task = task
            return true
        }
        // Its only caller was cancelled meanwhile, or it has ended.
        if !isWanted { task.cancel() }
    }

    private func leave(_ place: Place, _ waiter: Waiter<MediaVerdict?>, after time: Duration) -> Task<Void, Never> {
        Task {
            guard (try? await self.time.sleep(until: self.time.now + time)) != nil else { return }
            leave(place, waiter, with: nil)
        }
    }

    private func leave(_ place: Place, _ waiter: Waiter<MediaVerdict?>, with verdict: MediaVerdict?) {
        let (isWaiting, abandoned) = flights(of: place.key).withLock { flights -> (Bool, Task<Void, Never>?) in
            guard let flight = flights.byPlace[place] else { return (false, nil) }
            let index = flight.waiters.firstIndex { $0 === waiter }
            if let index { flight.waiters.remove(at: index) }
            guard flight.waiters.isEmpty else { return (index != nil, nil) }
            flights.byPlace[place] = nil
            return (true, flight.task)
        }
        abandoned?.cancel()
        if isWaiting { waiter.resume(returning: verdict) }
    }

    private func complete(_ place: Place, _ number: Int, with verdict: MediaVerdict) {
        let key = place.key
        let code = verdict.reasons.first?.code
        // Momentary failures are not cached.
        let isPassing = verdict.isOutOfTime || code.map(ReasonCode.uncacheable.contains) ?? false
        // Encoded before the lock, which other URLs need.
        let encoded = isPassing ? nil : EncodedVerdict(verdict)
        let flight = flights(of: key).withLock { flights -> Flight? in
            // An abandoned download may end after a new one for the same key has begun.
            guard flights.byPlace[place]?.number == number, let flight = flights.byPlace.removeValue(forKey: place)
            else {
                return nil
            }
            // Under the lock, so that no caller finds neither the download nor its verdict.
            if let encoded { cached.insert(encoded, for: key, client: flight.client) }
            return flight
        }
        guard let flight else { return }
        for client in flight.others { onShare(verdict, client) }
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
