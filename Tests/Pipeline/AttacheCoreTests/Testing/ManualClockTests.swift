import AttacheCore
import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ManualClockTests {
    private let start = ContinuousClock.now
    private let clock: ManualClock

    init() {
        clock = ManualClock(now: start)
    }

    @Test("The clock moves only when advanced, and only forwards")
    func advance() {
        #expect(clock.now == start)
        clock.advance(by: .seconds(2))
        #expect(clock.now == start + .seconds(2))
        clock.advance(by: .seconds(-1))
        #expect(clock.now == start + .seconds(2))
    }

    @Test("A past instant is not waited for", arguments: [Duration.zero, .seconds(-1)])
    func past(offset: Duration) async throws {
        try await clock.sleep(until: start + offset)
        #expect(clock.sleeperCount == 0)
    }

    @Test("A sleeper wakes at its instant and not a nanosecond before")
    func wake() async throws {
        let clock = clock
        let instant = start + .seconds(1)
        let task = Task { try await clock.sleep(until: instant) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1) - .nanoseconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .nanoseconds(1))
        #expect(clock.sleeperCount == 0)
        try await task.value
    }

    @Test("Sleepers resume in the order of their instants")
    func order() async throws {
        let clock = clock
        let start = start
        let woken = Locked<[Int]>([])
        var tasks: [Task<Void, any Error>] = []
        for (number, seconds) in [3, 1, 2, 1].enumerated() {
            tasks.append(
                Task {
                    try await clock.sleep(until: start + .seconds(seconds))
                    woken.withLock { $0.append(number) }
                }
            )
            await clock.waitForSleepers(number + 1)
        }
        for (awaited, expected) in [([1, 3], [1, 3]), ([2], [1, 2, 3]), ([0], [0, 1, 2, 3])] {
            clock.advance(by: .seconds(1))
            for number in awaited { try await tasks[number].value }
            #expect(woken.withLock { $0.sorted() } == expected)
        }
    }

    @Test("Only sleepers whose instant has passed resume")
    func some() async throws {
        let clock = clock
        let start = start
        let early = Task { try await clock.sleep(until: start + .seconds(1)) }
        let late = Task { try await clock.sleep(until: start + .seconds(3)) }
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(2))
        try await early.value
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await late.value
    }

    @Test("Cancelling a sleeper throws and leaves the others asleep")
    func cancel() async throws {
        let clock = clock
        let instant = start + .seconds(1)
        let task = Task { try await clock.sleep(until: instant) }
        let other = Task { try await clock.sleep(until: instant) }
        await clock.waitForSleepers(2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await other.value
    }

    @Test("A cancelled task does not sleep, not even until a past instant", arguments: [-1, 1])
    func alreadyCancelled(seconds: Int) async {
        let clock = clock
        let instant = start + .seconds(seconds)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await clock.sleep(until: instant)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }
}
