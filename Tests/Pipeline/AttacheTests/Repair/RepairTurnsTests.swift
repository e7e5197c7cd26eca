import AttacheCore
import AttacheSystem
import AttacheTesting
import Dispatch
import TestWidth
import Testing

@testable import MediaRepair

/// Clients share the threads of repairs, whatever one of them sends.
@Suite(.serialized, .inProcess, .timeLimit(.minutes(2)))
struct RepairTurnsTests {
    /// Work that runs until it is ended, on threads that only it uses.
    private final class Stage: Sendable {
        let turns: RepairTurns
        private let pool: WorkerPool
        private let gates = Locked<[Int: DispatchSemaphore]>([:])
        /// The clients whose work has begun, in order.
        let begun = Locked<[Int]>([])

        private let time: any TimeSource

        init(threads: Int, time: any TimeSource = SystemTime()) throws {
            pool = try WorkerPool(threadCount: threads)
            turns = RepairTurns(pool, time: time)
            self.time = time
        }

        private func gate(_ client: Int) -> DispatchSemaphore {
            gates.withLock { gates in
                let gate = gates[client] ?? DispatchSemaphore(value: 0)
                gates[client] = gate
                return gate
            }
        }

        /// Adds work of a client, and waits until it waits for a thread or has one.
        func add(_ client: Int, _ count: Int = 1) async throws -> [Task<Void, any Error>] {
            var tasks: [Task<Void, any Error>] = []
            for _ in 0..<count {
                let before = begunCount + turns.waitingCount
                tasks.append(
                    Task {
                        try await turns.run(.conversion, of: client, until: Deadline(at: time.now + .seconds(600))) {
                            self.begun.withLock { $0.append(client) }
                            self.gate(client).wait()
                        }
                    }
                )
                try await waitUntil { begunCount + turns.waitingCount > before }
            }
            return tasks
        }

        /// Ends work of a client that runs, and waits until as many pieces of work have begun.
        func end(_ client: Int, thenBegun count: Int) async throws {
            gate(client).signal()
            try await waitUntil { begunCount == count }
        }

        var begunCount: Int { begun.withLock(\.count) }

        func close(_ clients: [Int], _ tasks: [Task<Void, any Error>]) async throws {
            for client in clients { for _ in tasks { gate(client).signal() } }
            for task in tasks { try await task.value }
            pool.shutDown()
        }
    }

    /// A client that comes later is next, however much another one has sent before, which keeps half of the threads.
    @Test func clientsTakeTurns() async throws {
        let stage = try Stage(threads: 4, time: ManualClock())
        var tasks = try await stage.add(1, 40)
        try await waitUntil { stage.begunCount == 4 }
        tasks += try await stage.add(2, 3)
        for count in 5...6 { try await stage.end(1, thenBegun: count) }
        #expect(stage.begun.withLock { Array($0) } == [1, 1, 1, 1, 2, 2])
        // Beside the other one it has no more than half, and so has the other one.
        try await stage.end(2, thenBegun: 7)
        #expect(stage.begun.withLock { $0.last } == 2)
        try await stage.end(1, thenBegun: 8)
        #expect(stage.begun.withLock { $0.last } == 1)
        try await stage.close([1, 2], tasks)
    }

    /// A client that has just had a repair finds a thread free: the other one has half meanwhile.
    @Test func returningClientFindsAThread() async throws {
        let stage = try Stage(threads: 2, time: ManualClock())
        var tasks = try await stage.add(2)
        try await stage.end(2, thenBegun: 1)
        try await tasks[0].value
        tasks += try await stage.add(1, 10)
        try await waitUntil { stage.begunCount == 2 }
        tasks += try await stage.add(2)
        try await waitUntil { stage.begunCount == 3 }
        #expect(stage.begun.withLock { Array($0) } == [2, 1, 2])
        try await stage.close([1, 2], tasks)
    }

    /// The thread that is kept for a client stays free for no longer than that client is remembered, although no work begins
    /// or ends then.
    @Test func keptThreadIsFreeAfterAWhile() async throws {
        let clock = ManualClock()
        let stage = try Stage(threads: 2, time: clock)
        var tasks = try await stage.add(2)
        try await stage.end(2, thenBegun: 1)
        try await tasks[0].value
        tasks += try await stage.add(1, 2)
        // The time of each of the two, and that of the kept thread.
        await clock.waitForSleepers(3)
        #expect(stage.begun.withLock { Array($0) } == [2, 1])
        clock.advance(by: .milliseconds(4999))
        #expect(stage.turns.waitingCount == 1)
        clock.advance(by: .milliseconds(1))
        try await waitUntil { stage.begunCount == 3 }
        #expect(stage.begun.withLock { Array($0) } == [2, 1, 1])
        try await stage.close([1], tasks)
    }

    /// Beside others a client has half of the threads, rounded up, so that no thread is idle.
    @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2)])
    func shareOfAClient(threads: Int, share: Int) async throws {
        let stage = try Stage(threads: threads, time: ManualClock())
        var tasks = try await stage.add(2)
        try await stage.end(2, thenBegun: 1)
        try await tasks[0].value
        tasks += try await stage.add(1, threads + 1)
        try await waitUntil { stage.begunCount == 1 + share }
        #expect(stage.turns.waitingCount == threads + 1 - share)
        try await stage.close([1], tasks)
    }

    /// Work that would begin after its deadline, behind that of the same client, is refused at once; another client's waits
    /// until its deadline, and leaves nothing behind.
    @Test func hopelessWorkIsRefused() async throws {
        let stage = try Stage(threads: 1)
        let tasks = try await stage.add(1, 41)
        // Nothing is known of the client's work but its number: half a second each is assumed.
        await #expect(throws: RepairTurns.Missed.refused) {
            try await stage.turns.run(.conversion, of: 1, until: Deadline(at: .now + .seconds(15))) {}
        }
        await #expect(throws: RepairTurns.Missed.late) {
            try await stage.turns.run(.conversion, of: 2, until: Deadline(at: .now + .milliseconds(50))) {}
        }
        #expect(stage.turns.waitingCount == 40)
        try await stage.close([1], tasks)
    }

    @Test func cancelledTaskLeavesNothingBehind() async throws {
        let stage = try Stage(threads: 1)
        let tasks = try await stage.add(1)
        let other = Task {
            try await stage.turns.run(.copy, of: 2, until: Deadline(at: .now + .seconds(600))) {}
        }
        try await waitUntil { stage.turns.waitingCount == 1 }
        other.cancel()
        await #expect(throws: RepairTurns.Missed.late) { try await other.value }
        #expect(stage.turns.waitingCount == 0)
        try await stage.close([1], tasks)
    }
}
