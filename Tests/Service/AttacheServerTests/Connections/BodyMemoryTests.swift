import TestWidth
import Testing

@testable import AttacheServer

@Suite("The memory of request bodies", .inProcess, .timeLimit(.minutes(1)))
struct BodyMemoryTests {
    private let alice = Client(name: "alice")
    private let bob = Client(name: "bob")
    private static let free = BodyMemory.free

    @Test("One client has half of it, and a short body always has room")
    func share() {
        let memory = BodyMemory(limit: 100)
        #expect(memory.grow(from: 0, to: Self.free + 50, of: alice))
        #expect(!memory.grow(from: 0, to: Self.free + 1, of: alice))
        #expect(memory.grow(from: 0, to: Self.free, of: alice))
        #expect(memory.grow(from: 0, to: Self.free + 50, of: bob))
        #expect(memory.taken == 100)
        #expect(!memory.grow(from: 0, to: Self.free + 1, of: Client(name: "carol")))
        memory.release(Self.free + 50, of: alice)
        #expect(memory.taken == 50)
        #expect(memory.grow(from: 10, to: Self.free + 1, of: alice))
    }

    @Test("A body that grows counts once", arguments: [1, 100, 16_384, 16_385])
    func growth(_ step: Int) {
        let memory = BodyMemory(limit: 1 << 20)
        var length = 0
        while length < 100_000 {
            #expect(memory.grow(from: length, to: length + step, of: alice))
            length += step
        }
        #expect(memory.taken == length - Self.free)
        memory.release(length, of: alice)
        #expect(memory.taken == 0)
    }
}
