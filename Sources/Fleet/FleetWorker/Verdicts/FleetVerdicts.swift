package import AttacheCore
import AttacheSystem

/// The verdicts that a fleet shares in a bucket: what one worker has loaded makes the loads of the others needless.
///
/// Workers that need a URL at the same time load it once each: none waits for another. When the bucket does not answer,
/// each worker loads for itself.
package final class FleetVerdicts: MediaCacheStore {
    private struct State {
        var totals = VerdictTotals()
        /// The number of writes in progress.
        var writeCount = 0
        /// The end of the time in which the bucket is not asked.
        var pauseEnd: ContinuousClock.Instant?
    }

    private let bucket: KeyValueBucket
    private let times: VerdictTimes
    private let time: any TimeSource
    private let wall: any WallTimeSource
    private let state = Locked(State())

    init(_ bucket: KeyValueBucket, times: VerdictTimes, time: any TimeSource, wall: any WallTimeSource) {
        self.bucket = bucket
        self.times = times
        self.time = time
        self.wall = wall
    }

    package var totals: VerdictTotals { state.withLock { $0.totals } }

    package func lookUp(_ key: CacheKey) async -> (media: CachedMedia?, failure: CachedFailure?) {
        guard mayAsk() else {
            state.withLock { $0.totals.unavailable += 1 }
            return (nil, nil)
        }
        do throws(NATSError) {
            let record = try await bucket.get(key.text).flatMap(VerdictRecord.init)
            let isHit = record?.isFresh(at: wall.secondsSinceEpoch) == true
            state.withLock { state in
                state.pauseEnd = nil
                if isHit { state.totals.hits += 1 } else { state.totals.misses += 1 }
            }
            return (record?.media, record?.failure)
        } catch {
            state.withLock { state in
                state.pauseEnd = time.now + times.pause
                state.totals.unavailable += 1
            }
            return (nil, nil)
        }
    }

    /// Whether to ask the bucket: not during a pause, and after it one load asks while the others still do without.
    private func mayAsk() -> Bool {
        state.withLock { state in
            guard let end = state.pauseEnd else { return true }
            let now = time.now
            guard end <= now else { return false }
            state.pauseEnd = now + times.pause
            return true
        }
    }

    package func save(_ media: CachedMedia, as key: CacheKey) { write(VerdictRecord(media: media), as: key) }

    /// Shares what no retry changes. A passing failure is that of one worker, and must not replace the file of another.
    package func save(_ failure: CachedFailure, as key: CacheKey) {
        if failure.isPermanent { write(VerdictRecord(failure: failure), as: key) }
    }

    package func remove(_ key: CacheKey) { write(nil, as: key) }

    /// Another machine has the file.
    package func noteMissingFile(_ key: CacheKey) {}

    /// Writes a record, or removes it when it is `nil`. One that is not stored costs other workers a load.
    private func write(_ record: VerdictRecord?, as key: CacheKey) {
        state.withLock { $0.writeCount += 1 }
        Task {
            let isStored = (try? await bucket.put(key.text, record?.text)) != nil
            state.withLock { state in
                state.writeCount -= 1
                if !isStored { state.totals.unavailable += 1 }
            }
        }
    }

    /// Waits a moment for the last verdicts to be stored, and closes the connection.
    package func close() async {
        let end = time.now + times.ending
        while state.withLock({ $0.writeCount }) > 0, time.now < end {
            try? await time.sleep(until: time.now + .milliseconds(10))
        }
        guard let threads = try? WorkerPool(threadCount: 1) else { return }
        _ = await threads.run { [bucket] in bucket.close() }
        threads.shutDown()
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
                return try NATSRequester(FleetLink(connection), time: time)
            }
        }
        return try requester?.get().map { requester in
            let bucket = KeyValueBucket(name: names.verdictBucket, requester: requester, timeout: times.request)
            return FleetVerdicts(bucket, times: times, time: time, wall: wall)
        }
    }
}

/// How often the bucket of verdicts did what, since the start.
package struct VerdictTotals: Sendable, Equatable {
    /// Loads that a verdict of the bucket made needless.
    package var hits = 0
    /// Loads of which the bucket has no fresh verdict.
    package var misses = 0
    /// Loads without the bucket, which did not answer, and verdicts that it did not store.
    package var unavailable = 0
}

/// The times of the bucket's requests and failures.
struct VerdictTimes: Sendable {
    /// The timeout of a request.
    var request = Duration.seconds(1)
    /// The time without requests after the bucket did not answer.
    var pause = Duration.seconds(5)
    /// The longest wait for the last verdicts at the end.
    var ending = Duration.seconds(1)
}
