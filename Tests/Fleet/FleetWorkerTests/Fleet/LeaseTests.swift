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
        /// Whether a change waits for its answer.
        private let gate = Locked((isClosed: false, waiters: [Waiter<Void>]()))
        /// The changes that are made without an answer, the first with the number 1.
        private let lost: Set<Int>
        /// Whether the bucket answers.
        private let isThere: @Sendable () -> Bool

        init(lost: Set<Int> = [], isThere: @escaping @Sendable () -> Bool = { true }) {
            (self.lost, self.isThere) = (lost, isThere)
        }

        var changeCount: Int { state.withLock { $0.changeCount } }

        /// Lets all further changes wait for their answers.
        func holdAnswers() { gate.withLock { $0.isClosed = true } }

        /// Answers all changes.
        func answer() {
            let waiters = gate.withLock { gate in
                defer { gate = (false, []) }
                return gate.waiters
            }
            for waiter in waiters { waiter.resume() }
        }

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
            let waiter = Waiter<Void>()
            let waits = gate.withLock { gate in
                if gate.isClosed { gate.waiters.append(waiter) }
                return gate.isClosed
            }
            if waits { await waiter.wait() }
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

    private let clock = ManualClock()
    private let times = VerdictTimes()

    private var soon: Deadline { Deadline(at: clock.now + .seconds(60)) }

    private func verdicts(_ bucket: Bucket) -> FleetVerdicts {
        FleetVerdicts(bucket, times: times, time: clock, wall: Wall())
    }

    @Test("A worker recognises its lease when only the acknowledgement is lost")
    func acknowledgement() async throws {
        let bucket = Bucket(lost: [1])
        let worker = verdicts(bucket)
        let deadline = soon
        async let loading = worker.beginLoad(Self.key, until: deadline)
        // It looks again, a moment after the lost answer.
        await clock.waitForSleepers(1)
        clock.advance(by: times.longestPoll)
        let begun = await loading
        #expect(begun.lease != nil)
        #expect(begun.lease == bucket.record(Self.key)?.owner)
        #expect(worker.totals == VerdictTotals(leases: 1))
        worker.endLoad(Self.key, lease: begun.lease)
        try await waitUntil { bucket.record(Self.key) == nil }
        try await close([worker], on: clock)
    }

    @Test("A lease is renewed and ended although the acknowledgement of a renewal is lost", arguments: [2, 3])
    func renewal(_ lost: Int) async throws {
        let bucket = Bucket(lost: [lost])
        let worker = verdicts(bucket)
        let begun = await worker.beginLoad(Self.key, until: soon)
        let owner = bucket.record(Self.key)?.owner
        // The lost one, the next attempt with the old revision, and two more.
        while bucket.changeCount < lost + 4 {
            try await waitUntil { clock.sleeperCount >= 1 }
            clock.advance(by: times.lease / 3)
        }
        #expect(owner != nil && bucket.record(Self.key)?.owner == owner)
        worker.endLoad(Self.key, lease: begun.lease)
        try await waitUntil { bucket.record(Self.key) == nil }
        try await close([worker], on: clock)
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
    func ends() async throws {
        let bucket = Bucket()
        let worker = verdicts(bucket)
        let begun = await worker.beginLoad(Self.key, until: soon)
        // Another load of the same worker, for a client that has waited for the first one long enough: no time passes.
        let other = await worker.beginLoad(Self.key, until: soon)
        #expect(other.lease == nil)
        #expect(worker.totals == VerdictTotals(leases: 1))
        for lease in [other.lease, "another"] { worker.endLoad(Self.key, lease: lease) }
        #expect(bucket.record(Self.key)?.owner == begun.lease)
        #expect(bucket.changeCount == 1)
        worker.endLoad(Self.key, lease: begun.lease)
        try await waitUntil { bucket.record(Self.key) == nil }
        #expect(bucket.changeCount == 2)
        try await close([worker], on: clock)
    }

    @Test("A worker that ends waits for what is being stored, and a second at most", arguments: [true, false])
    func closing(_ isAnswered: Bool) async throws {
        let bucket = Bucket()
        let worker = verdicts(bucket)
        let begun = await worker.beginLoad(Self.key, until: soon)
        bucket.holdAnswers()
        worker.endLoad(Self.key, lease: begun.lease)
        let isClosed = Locked(false)
        let closing = Task {
            await worker.close()
            isClosed.withLock { $0 = true }
        }
        // The renewal has ended, and the end of the worker waits.
        try await waitUntil { bucket.changeCount == 2 }
        await clock.waitForSleepers(1)
        #expect(!isClosed.withLock { $0 })
        if isAnswered { bucket.answer() } else { clock.advance(by: .seconds(1)) }
        try await waitUntil {
            if isAnswered, !isClosed.withLock({ $0 }) { clock.advance(by: .milliseconds(1)) }
            return isClosed.withLock { $0 }
        }
        bucket.answer()
        await closing.value
    }

    @Test("The end of waits ends a wait for another worker's lease, and later ones before they begin")
    func waits() async throws {
        let bucket = Bucket()
        let (first, second) = (verdicts(bucket), verdicts(bucket))
        let begun = await first.beginLoad(Self.key, until: soon)
        let deadline = soon
        async let waiting = second.beginLoad(Self.key, until: deadline)
        // The renewal, and the wait, which looks again in a moment.
        await clock.waitForSleepers(2)
        second.endWaits()
        clock.advance(by: times.longestPoll)
        #expect(await waiting.lease == nil)
        #expect(deadline.remaining(at: clock.now) != nil)
        first.endLoad(Self.key, lease: begun.lease)
        #expect(await second.beginLoad(Self.key, until: soon).lease == nil)
        #expect(second.totals == VerdictTotals(waits: 1))
        try await waitUntil { bucket.record(Self.key) == nil }
        try await close([first, second], on: clock)
    }
}
