import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL
@testable import FleetWorker

@Suite("Leases of loads", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct LeaseTests {
    /// A bucket in memory, which loses the answers to some changes.
    private final class Bucket: KeyValueStoring {
        struct State {
            var entries: [String: KeyValueBucket.Entry] = [:]
            var revision = 0
            var changeCount = 0
        }

        private let state = Locked(State())
        /// The changes that are made without an answer, the first with the number 1.
        private let lost: Set<Int>
        /// Whether the bucket answers.
        private let isThere: @Sendable () -> Bool

        init(lost: Set<Int> = [], isThere: @escaping @Sendable () -> Bool = { true }) {
            (self.lost, self.isThere) = (lost, isThere)
        }

        var changeCount: Int { state.withLock { $0.changeCount } }

        func record(_ key: CacheKey) -> VerdictRecord? {
            state.withLock { $0.entries[key.text]?.body.flatMap(VerdictRecord.init) }
        }

        func get(_ key: String) async throws(NATSError) -> KeyValueBucket.Entry? {
            guard isThere() else { throw NATSError(.reply, "There is no answer in time.") }
            return state.withLock { $0.entries[key] }
        }

        func put(_ key: String, _ body: [UInt8]?, expected: Int?) async throws(NATSError) -> Int? {
            let (revision, number) = state.withLock { state -> (Int?, Int) in
                state.changeCount += 1
                guard expected == nil || expected == state.entries[key]?.revision ?? 0 else {
                    return (nil, state.changeCount)
                }
                state.revision += 1
                state.entries[key] = KeyValueBucket.Entry(revision: state.revision, body: body)
                return (state.revision, state.changeCount)
            }
            if lost.contains(number) { throw NATSError(.reply, "There is no answer in time.") }
            return revision
        }

        func close() {}
    }

    private struct Wall: WallTimeSource {
        let secondsSinceEpoch = 1000
    }

    /// A clock whose sleeps take no time.
    private struct ImpatientTime: TimeSource {
        private let start = ContinuousClock.Instant.now
        private let slept = Locked(Duration.zero)

        var now: ContinuousClock.Instant { start + slept.withLock { $0 } }
        var elapsed: Duration { slept.withLock { $0 } }

        func sleep(until instant: ContinuousClock.Instant) async throws {
            try Task.checkCancellation()
            let left = now.duration(to: instant)
            slept.withLock { $0 += max(.zero, left) }
        }
    }

    private static let key = CacheKey(text: String(repeating: "a", count: 64))

    private var soon: Deadline { Deadline(at: .now + .seconds(60)) }

    private func verdicts(_ bucket: Bucket, lease: Duration = .seconds(30)) -> FleetVerdicts {
        var times = VerdictTimes()
        times.lease = lease
        return FleetVerdicts(bucket, times: times, time: SystemTime(), wall: Wall())
    }

    @Test("A worker recognises its lease when only the acknowledgement is lost")
    func acknowledgement() async {
        let bucket = Bucket(lost: [1])
        let worker = verdicts(bucket)
        let begun = await worker.beginLoad(Self.key, until: soon)
        #expect(begun.lease != nil)
        #expect(begun.lease == bucket.record(Self.key)?.owner)
        #expect(worker.totals == VerdictTotals(leases: 1))
        worker.endLoad(Self.key, lease: begun.lease)
        await worker.close()
        #expect(bucket.record(Self.key) == nil)
    }

    @Test("A lease is renewed and ended although the acknowledgement of a renewal is lost", arguments: [2, 3])
    func renewal(_ lost: Int) async throws {
        let bucket = Bucket(lost: [lost])
        let worker = verdicts(bucket, lease: .milliseconds(300))
        let begun = await worker.beginLoad(Self.key, until: soon)
        let owner = bucket.record(Self.key)?.owner
        // The lost one, the next attempt with the old revision, and two more.
        while bucket.changeCount < lost + 4 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(owner != nil && bucket.record(Self.key)?.owner == owner)
        worker.endLoad(Self.key, lease: begun.lease)
        await worker.close()
        #expect(bucket.record(Self.key) == nil)
    }

    /// The seconds of an outage that begins after one second, and the seconds until the lease is taken over.
    @Test(
        "Only the time in which a bucket answers counts towards the end of a lease",
        arguments: [(0, 3), (2, 6), (5, 9)]
    )
    func outage(_ outage: Int, _ takeover: Int) async throws {
        let time = ImpatientTime()
        let silence = Duration.seconds(1)..<Duration.seconds(1 + outage)
        let bucket = Bucket { !silence.contains(time.elapsed) }
        var record = VerdictRecord()
        record.owner = "another"
        _ = try await bucket.put(Self.key.text, record.text, expected: nil)
        let worker = FleetVerdicts(bucket, times: VerdictTimes(), time: time, wall: Wall())
        let begun = await worker.beginLoad(Self.key, until: Deadline(at: time.now + .seconds(60)))
        let elapsed = time.elapsed
        worker.endLoad(Self.key, lease: begun.lease)
        #expect(worker.totals == VerdictTotals(leases: 1, waits: 1, takeovers: 1))
        #expect(elapsed >= .seconds(takeover))
        await worker.close()
    }

    @Test("The end of a load removes its own lease only")
    func ends() async {
        let bucket = Bucket()
        let worker = verdicts(bucket)
        let begun = await worker.beginLoad(Self.key, until: soon)
        let end = Deadline(at: .now + .milliseconds(50))
        // A load of the same worker whose time ends while it waits.
        let other = await worker.beginLoad(Self.key, until: end)
        #expect(other.lease == nil)
        for lease in [other.lease, "another"] { worker.endLoad(Self.key, lease: lease) }
        #expect(bucket.record(Self.key)?.owner == begun.lease)
        #expect(bucket.changeCount == 1)
        worker.endLoad(Self.key, lease: begun.lease)
        await worker.close()
        #expect(bucket.record(Self.key) == nil)
        #expect(bucket.changeCount == 2)
    }

    @Test("The end of waits ends a wait for another worker's lease, and later ones before they begin")
    func waits() async throws {
        let bucket = Bucket()
        let (first, second) = (verdicts(bucket), verdicts(bucket))
        let begun = await first.beginLoad(Self.key, until: soon)
        let deadline = soon
        async let waiting = second.beginLoad(Self.key, until: deadline)
        while second.totals.waits == 0 { try await Task.sleep(for: .milliseconds(1)) }
        second.endWaits()
        #expect(await waiting.lease == nil)
        #expect(deadline.remaining(at: .now) != nil)
        first.endLoad(Self.key, lease: begun.lease)
        #expect(await second.beginLoad(Self.key, until: soon).lease == nil)
        #expect(second.totals == VerdictTotals(waits: 1))
        for worker in [first, second] { await worker.close() }
        #expect(bucket.record(Self.key) == nil)
    }
}
