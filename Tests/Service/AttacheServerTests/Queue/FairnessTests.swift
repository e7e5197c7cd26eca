import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheServer

/// The latency of one client while another client has as many requests waiting as it may.
@Suite("Fairness, measured", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct FairnessTests {
    private static let permits = 8
    private static let step = Duration.milliseconds(10)
    /// The time that each request takes once it has its permit.
    private static let work = Duration.milliseconds(100)

    @Test("10,000 requests of one client keep another's 99th percentile below twice its value alone")
    func besidesTenThousand() async {
        let alone = await times(beside: 0)
        let crowded = await times(beside: 10_000)
        #expect(alone[98] == Self.work)
        #expect(crowded[98] <= alone[98] * 2, "\(crowded.suffix(5))")
        // This includes the first request, sent while the client is unknown.
        #expect(crowded[99] <= alone[98] * 2, "\(crowded.suffix(5))")
    }

    /// The times of a hundred sequential requests, sorted.
    private func times(beside count: Int) async -> [Duration] {
        let clock = ManualClock()
        var limits = AdmissionLimits()
        limits.waiting = 20_000
        limits.waitingPerClient = 20_000
        let queue = AdmissionController(permitCount: Self.permits, limits: limits, time: clock)
        let deadline = clock.now + .seconds(36_000)
        let others = (0..<count).map { number in
            Task {
                try? await queue.withPermit(for: Client(name: "many"), until: deadline) {
                    // From 60 to 140 ms, so that permits become free at any time.
                    try? await clock.sleep(until: clock.now + .milliseconds(60 + number * 37 % 81))
                }
            }
        }
        while queue.load.waiting < count - Self.permits { await pause() }
        var times: [Duration] = []
        for number in 0..<100 {
            times.append(await time(of: queue, clock, until: deadline))
            for _ in 0..<(number % 13) { await pass(queue, clock) }
        }
        queue.close()
        while queue.load.working > 0 { await pass(queue, clock) }
        for task in others { await task.value }
        return times.sorted()
    }

    /// The time of one request.
    private func time(of queue: AdmissionController, _ clock: ManualClock, until deadline: ContinuousClock.Instant)
        async
        -> Duration
    {
        let end = Locked<ContinuousClock.Instant?>(nil)
        // Nothing else may change the count that shows that the request is waiting.
        await settle(queue, clock)
        let (began, waiting) = (clock.now, queue.load.waiting)
        let task = Task {
            try? await queue.withPermit(for: Client(name: "one"), until: deadline) {
                let ending = clock.now + Self.work
                end.withLock { $0 = ending }
                try? await clock.sleep(until: ending)
            }
        }
        while queue.load.waiting == waiting, end.withLock({ $0 }) == nil { await pause() }
        while true {
            await settle(queue, clock)
            if let end = end.withLock({ $0 }), end <= clock.now { break }
            clock.advance(by: Self.step)
        }
        await task.value
        return began.duration(to: end.withLock { $0 } ?? clock.now)
    }

    private func pass(_ queue: AdmissionController, _ clock: ManualClock) async {
        await settle(queue, clock)
        clock.advance(by: Self.step)
    }

    /// Waits until every running request sleeps, and the queue's timer too if requests are waiting.
    private func settle(_ queue: AdmissionController, _ clock: ManualClock) async {
        while true {
            let load = queue.load
            let sleepers = load.working + (load.waiting > 0 ? 1 : 0)
            if clock.sleeperCount == sleepers { return }
            await Task.yield()
        }
    }
}
