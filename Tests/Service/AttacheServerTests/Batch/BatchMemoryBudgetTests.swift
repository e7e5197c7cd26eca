import AttacheTesting
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

    @Test("The length that a batch states takes no memory, so heads alone keep no client out")
    func length() throws {
        let memory = memory(steps: 4)
        let heads = try (0..<3).map { _ in try memory.open(for: alice, length: 4 * Self.step) }
        #expect(throws: Problem.self) { try memory.open(for: alice, length: nil) }
        let other = try memory.open(for: bob, length: 10)
        #expect(memory.taken == 3 * Self.step + 10)
        withExtendedLifetime((heads, other)) {}
    }

    @Test("A client that waits for its share does not delay another")
    func share() async throws {
        let memory = memory(steps: 4)
        let heads = try (0..<3).map { _ in try memory.open(for: alice, length: nil) }
        let task = Task { await heads[0].use(Self.step + 1) }
        while memory.waiterCount == 0 { await pause() }
        let other = try memory.open(for: bob, length: nil)
        #expect(memory.taken == 4 * Self.step)
        heads[0].release(1)
        await task.value
        withExtendedLifetime((heads, other)) {}
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
        #expect(memory.taken == 2 * Self.step)
        reservation?.release(2 * Self.step)
        #expect(memory.taken == Self.step)
        reservation = nil
        #expect(memory.taken == 0)
    }

    @Test("A batch of unknown length waits for memory instead of losing data")
    func growing() async throws {
        let memory = memory(steps: 4)
        let growing = try memory.open(for: alice, length: nil)
        var others = try (0..<3).map { _ in try memory.open(for: bob, length: nil) }
        let task = Task { await growing.use(Self.step + 1) }
        while memory.waiterCount == 0 { await pause() }
        // A later batch does not overtake it.
        for client in [alice, bob] { #expect(throws: Problem.self) { try memory.open(for: client, length: 0) } }
        others.removeLast()
        await task.value
        #expect(memory.taken == 4 * Self.step)
        withExtendedLifetime(others) {}
        withExtendedLifetime(growing) {}
    }

    @Test("The wait ends when the batch itself releases memory")
    func ownRoom() async throws {
        let memory = memory(steps: 1)
        let reservation = try memory.open(for: alice, length: nil)
        await reservation.use(Self.step)
        let task = Task { await reservation.use(1) }
        while memory.waiterCount == 0 { await pause() }
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
