package import AttacheCore
import AttacheSystem

/// The verdicts that a fleet shares in a bucket, so that one worker loads a URL for all.
///
/// The worker that is to load a URL creates the key's record, and so has its lease; the others wait for the verdict. It
/// changes the record again and again while it loads, so that a lease without changes is that of a worker that has ended:
/// the waiting workers need no clock in common. When the bucket does not answer, each worker loads for itself.
package final class FleetVerdicts: MediaCacheStore {
    private struct Claim {
        /// What the record had before.
        let record: VerdictRecord
        let owner: String
        /// Renews the lease until it is cancelled; returns the last revision, or `nil` when another worker has it.
        let renewal: Task<Int?, Never>
    }

    private struct State {
        var claims: [CacheKey: Claim] = [:]
        var totals = VerdictTotals()
        /// The number of writes in progress.
        var writeCount = 0
        /// The end of the time in which the bucket is not asked.
        var pauseEnd: ContinuousClock.Instant?
        var hasEndedWaits = false
    }

    private let bucket: any KeyValueStoring
    private let times: VerdictTimes
    private let time: any TimeSource
    private let wall: any WallTimeSource
    private let state = Locked(State())

    init(_ bucket: any KeyValueStoring, times: VerdictTimes, time: any TimeSource, wall: any WallTimeSource) {
        self.bucket = bucket
        self.times = times
        self.time = time
        self.wall = wall
    }

    package var totals: VerdictTotals { state.withLock { $0.totals } }

    /// Returns what the bucket has, without a lease.
    package func lookUp(_ key: CacheKey) async -> (media: CachedMedia?, failure: CachedFailure?) {
        let record = (try? await bucket.get(key.text))?.body.flatMap(VerdictRecord.init)
        return (record?.media, record?.failure)
    }

    package func beginLoad(_ key: CacheKey, until deadline: Deadline) async -> BegunLoad {
        guard let left = deadline.remaining(at: time.now), let patience else { return withoutBucket() }
        let patienceEnd = time.now + min(patience, left / 3)
        var watched: (revision: Int, since: ContinuousClock.Instant)?
        var isWaiting = false
        var poll = times.firstPoll
        var last = VerdictRecord()
        var conflicts = 0
        let owner = String(UInt64.random(in: .min ... .max), radix: 16)
        /// The record over which the last lease was written, with or without an answer.
        var replaced: VerdictRecord?
        while !Task.isCancelled, !hasEndedWaits, deadline.remaining(at: time.now) != nil {
            do throws(NATSError) {
                let entry = try await bucket.get(key.text)
                let record = entry?.body.flatMap(VerdictRecord.init) ?? VerdictRecord()
                last = record
                state.withLock { $0.pauseEnd = nil }
                if record.isFresh(at: wall.secondsSinceEpoch) {
                    count { $0.hits += 1 }
                    return BegunLoad(media: record.media, failure: record.failure)
                }
                if record.owner == owner, let replaced, let revision = entry?.revision {
                    // The lease was stored, and only its acknowledgement is lost.
                    hold(key, owner, over: replaced, at: revision)
                    return BegunLoad(media: record.media, lease: owner)
                }
                // Those that could wait for a load of this worker have done so: this one is to have another's turn.
                if record.isLeased, holds(key, record.owner) { return BegunLoad(media: record.media) }
                let now = time.now
                if record.isLeased, let revision = entry?.revision {
                    if !isWaiting { count { $0.waits += 1 } }
                    isWaiting = true
                    if watched?.revision != revision { watched = (revision, now) }
                    guard let since = watched?.since, since + times.lease <= now else {
                        await pause(&poll, until: deadline)
                        continue
                    }
                }
                replaced = record
                if let revision = try await bucket.put(
                    key.text,
                    record.leased(to: owner).text,
                    expected: entry?.revision ?? 0
                ) {
                    hold(key, owner, over: record, at: revision)
                    return BegunLoad(media: record.media, lease: owner)
                }
                conflicts += 1
                // A server that was away may answer with an old revision for as long as it lags behind.
                guard conflicts < times.conflictLimit else { return withoutBucket(last) }
            } catch {
                // The owner of a lease could not change it either.
                watched = nil
                guard time.now < patienceEnd else {
                    state.withLock { $0.pauseEnd = time.now + times.pause }
                    return withoutBucket(last)
                }
            }
            await pause(&poll, until: deadline)
        }
        return BegunLoad(media: last.media)
    }

    package func save(_ media: CachedMedia, as key: CacheKey) {
        write(key, VerdictRecord(media: media), take(key))
    }

    package func save(_ failure: CachedFailure, as key: CacheKey) {
        let before = take(key)
        // Without a lease the record may be another worker's; a passing failure here must not replace its file.
        guard before != nil || failure.isPermanent else { return }
        write(key, VerdictRecord(media: failure.isPermanent ? nil : before?.record.media, failure: failure), before)
    }

    package func remove(_ key: CacheKey) {
        if let claim = take(key) { end(key, claim, leaving: nil) }
    }

    package func endLoad(_ key: CacheKey, lease: String?) {
        // Another load of this worker may have a lease of the key meanwhile.
        guard let lease, let claim = take(key, ownedBy: lease) else { return }
        end(key, claim, leaving: claim.record.media.map { VerdictRecord(media: $0) })
    }

    package func endWaits() { state.withLock { $0.hasEndedWaits = true } }

    /// Another machine has the file.
    package func noteMissingFile(_ key: CacheKey) {}

    /// Waits a second at most for the last verdicts to be stored, and closes the connection; leases end by themselves.
    package func close() async {
        for key in state.withLock({ Array($0.claims.keys) }) { _ = take(key) }
        let end = time.now + .seconds(1)
        while state.withLock({ $0.writeCount }) > 0, time.now < end {
            try? await time.sleep(until: time.now + times.firstPoll)
        }
        guard let threads = try? WorkerPool(threadCount: 1) else { return }
        _ = await threads.run { [bucket] in bucket.close() }
        threads.shutDown()
    }
}

extension FleetVerdicts {
    /// How long to ask a bucket that does not answer: not at all during a pause, and after it one load asks once.
    private var patience: Duration? {
        state.withLock { state in
            guard let end = state.pauseEnd else { return times.patience }
            let now = time.now
            guard end <= now else { return nil }
            state.pauseEnd = now + times.pause
            return .zero
        }
    }

    private var hasEndedWaits: Bool { state.withLock { $0.hasEndedWaits } }

    /// Whether this worker makes the load of an owner.
    private func holds(_ key: CacheKey, _ owner: String?) -> Bool { state.withLock { $0.claims[key]?.owner } == owner }

    private func count(_ change: (inout VerdictTotals) -> Void) { state.withLock { change(&$0.totals) } }

    private func withoutBucket(_ known: VerdictRecord = VerdictRecord()) -> BegunLoad {
        count { $0.unavailable += 1 }
        return BegunLoad(media: known.media)
    }

    private func pause(_ poll: inout Duration, until deadline: Deadline) async {
        // Workers that wait for the same load look at different times.
        let wait = poll * Double.random(in: 0.75...1.25)
        try? await time.sleep(until: min(time.now + wait, deadline.instant))
        poll = min(poll * 2, times.longestPoll)
    }

    /// Renews a lease that the bucket has since a revision, until it is taken.
    private func hold(_ key: CacheKey, _ owner: String, over record: VerdictRecord, at revision: Int) {
        let text = record.leased(to: owner).text
        let renewal = Task { [self] () -> Int? in
            var own = revision
            while (try? await time.sleep(until: time.now + times.lease / 3)) != nil {
                do throws(NATSError) {
                    guard let next = try await change(key, of: owner, to: text, at: own) else { return nil }
                    own = next
                } catch {
                    // The next one may be stored, and else another worker takes the load over.
                    continue
                }
            }
            return own
        }
        state.withLock { state in
            state.totals.leases += 1
            if record.isLeased { state.totals.takeovers += 1 }
            state.claims[key] = Claim(record: record, owner: owner, renewal: renewal)
        }
    }

    /// Changes the record of a lease; returns the new revision, or `nil` when the key is another owner's.
    private func change(
        _ key: CacheKey,
        of owner: String,
        to text: [UInt8]?,
        at revision: Int
    ) async throws(NATSError) -> Int? {
        if let next = try await bucket.put(key.text, text, expected: revision) { return next }
        // The change before may be stored although its acknowledgement was lost.
        guard let entry = try await bucket.get(key.text), entry.body.flatMap(VerdictRecord.init)?.owner == owner else {
            return nil
        }
        return try await bucket.put(key.text, text, expected: entry.revision)
    }

    /// Takes the claim of a load, that of an owner if one is given, and stops to renew its lease.
    private func take(_ key: CacheKey, ownedBy owner: String? = nil) -> Claim? {
        let claim = state.withLock { state -> Claim? in
            guard let claim = state.claims[key], owner == nil || claim.owner == owner else { return nil }
            state.claims[key] = nil
            return claim
        }
        claim?.renewal.cancel()
        return claim
    }

    /// Ends a lease without a verdict: the record is that from before, or none.
    private func end(_ key: CacheKey, _ claim: Claim, leaving record: VerdictRecord?) {
        inBackground { [self] in
            guard let revision = await claim.renewal.value else { return }
            _ = try? await change(key, of: claim.owner, to: record?.text, at: revision)
        }
    }

    /// Stores a verdict, again while the servers choose a leader; it also ends the lease.
    private func write(_ key: CacheKey, _ record: VerdictRecord, _ claim: Claim?) {
        inBackground { [self] in
            let end = time.now + times.storing
            repeat {
                do throws(NATSError) {
                    _ = try await bucket.put(key.text, record.text, expected: nil)
                    return
                } catch {
                    guard !error.isTooLarge else {
                        // Otherwise each later load would wait for the end of a lease that nothing renews.
                        if let claim { self.end(key, claim, leaving: nil) }
                        return
                    }
                    try? await time.sleep(until: time.now + times.longestPoll)
                }
            } while time.now < end
        }
    }

    private func inBackground(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.writeCount += 1 }
        Task { [self] in
            await body()
            state.withLock { $0.writeCount -= 1 }
        }
    }
}

extension FleetVerdicts {
    /// Opens the bucket of a fleet over a connection of its own; returns `nil` when the fleet has none.
    ///
    /// - Throws: `NATSError`, or `SystemCallError` without a thread.
    package static func open(
        _ nats: NATSConfiguration,
        _ names: FleetNames,
        time: any TimeSource,
        wall: any WallTimeSource
    ) async throws -> FleetVerdicts? {
        try await open(nats, names, times: VerdictTimes(), time: time, wall: wall)
    }

    static func open(
        _ nats: NATSConfiguration,
        _ names: FleetNames,
        times: VerdictTimes,
        time: any TimeSource,
        wall: any WallTimeSource
    ) async throws -> FleetVerdicts? {
        let threads = try WorkerPool(threadCount: 1)
        defer { threads.shutDown() }
        let requester = await threads.run { () -> Result<NATSRequester?, any Error> in
            Result {
                let connection = try NATSConnection(nats, name: "attached work verdicts")
                let stream = KeyValueBucket.stream(names.verdictBucket)
                let api = JetStreamAPI(connection: connection, patience: JetStreamAPI.electionTime)
                guard try api.stream(stream) != nil else { return nil }
                return try NATSRequester(connection, time: time)
            }
        }
        return try requester?.get().map { requester in
            let bucket = KeyValueBucket(name: names.verdictBucket, requester: requester, timeout: times.request)
            return FleetVerdicts(bucket, times: times, time: time, wall: wall)
        }
    }
}
