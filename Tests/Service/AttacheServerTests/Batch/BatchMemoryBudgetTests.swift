import TestWidth
import Testing

@testable import AttacheServer

@Suite("Batch memory budget", .inProcess, .timeLimit(.minutes(1)))
struct BatchMemoryBudgetTests {
    private let alice = Client(name: "alice")
    private let bob = Client(name: "bob")
    private static let step = BatchMemoryReservation.step

    private func memory(steps: Int, perClient: Int = 100) -> BatchMemoryBudget {
        BatchMemoryBudget(limits: BatchLimits(memory: steps * Self.step, perClient: perClient))
    }

    @Test("The declared length of a batch is reserved before its first byte")
    func length() throws {
        let memory = memory(steps: 4)
        let first = try memory.open(for: alice, length: 3 * Self.step)
        #expect(throws: Problem.self) { try memory.open(for: bob, length: Self.step + 1) }
        let second = try memory.open(for: bob, length: Self.step)
        #expect(memory.taken == 4 * Self.step)
        withExtendedLifetime((first, second)) {}
    }

    @Test("A rejection contains a retry time")
    func rejection() throws {
        let memory = memory(steps: 1)
        let first = try memory.open(for: alice, length: nil)
        do {
            _ = try memory.open(for: bob, length: nil)
            Issue.record("the batch was admitted")
        } catch {
            #expect(error.kind == .unavailable && error.retryAfter != nil)
        }
        withExtendedLifetime(first) {}
    }

    @Test("Bytes of completed items are released, the rest at the end")
    func givingBack() async throws {
        let memory = memory(steps: 4)
        var reservation: BatchMemoryReservation? = try memory.open(for: alice, length: 3 * Self.step)
        await reservation?.use(2 * Self.step)
        #expect(memory.taken == 3 * Self.step)
        reservation?.release(Self.step)
        #expect(memory.taken == 2 * Self.step)
        reservation = nil
        #expect(memory.taken == 0)
    }

    @Test("A batch of unknown length waits for memory instead of losing data")
    func growing() async throws {
        let memory = memory(steps: 2)
        let growing = try memory.open(for: alice, length: nil)
        var other: BatchMemoryReservation? = try memory.open(for: bob, length: nil)
        let task = Task { await growing.use(Self.step + 1) }
        while memory.waiterCount == 0 { await Task.yield() }
        // A later batch does not overtake it.
        #expect(throws: Problem.self) { try memory.open(for: bob, length: 0) }
        withExtendedLifetime(other) {}
        other = nil
        await task.value
        #expect(memory.taken == 2 * Self.step)
        withExtendedLifetime(growing) {}
    }

    @Test("The wait ends when the batch itself releases memory")
    func ownRoom() async throws {
        let memory = memory(steps: 1)
        let reservation = try memory.open(for: alice, length: nil)
        await reservation.use(Self.step)
        let task = Task { await reservation.use(1) }
        while memory.waiterCount == 0 { await Task.yield() }
        reservation.release(1)
        await task.value
        #expect(memory.waiterCount == 0 && memory.taken == Self.step)
    }

    @Test("A client is limited to its number of batches; another client has its own limit")
    func perClient() throws {
        let memory = memory(steps: 10, perClient: 2)
        var accounts = [try memory.open(for: alice, length: 1), try memory.open(for: alice, length: 1)]
        do {
            _ = try memory.open(for: alice, length: 1)
            Issue.record("the batch was admitted")
        } catch {
            #expect(error.kind == .tooManyRequests && error.retryAfter != nil)
        }
        accounts.append(try memory.open(for: bob, length: 1))
        accounts.removeFirst()
        accounts.append(try memory.open(for: alice, length: 1))
        #expect(accounts.count == 3)
    }
}
