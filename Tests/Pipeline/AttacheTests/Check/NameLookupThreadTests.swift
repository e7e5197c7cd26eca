import AttacheCore
import AttacheSystem
import TestWidth
import Testing

@testable import Attache

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct NameLookupThreadTests {
    private static let answer = ResolveResult.addresses([.v4(0x0808_0808)])

    /// A thread that resolves `hosts.example` and `prompt.example`, and leaves every other name pending.
    private func start(stopDescriptor: Int32 = -1) throws -> NameLookupThread {
        try NameLookupThread(stopDescriptor: stopDescriptor) {
            let resolver = ScriptedResolver()
            resolver.immediate["hosts.example"] = Self.answer
            resolver.prompt["prompt.example"] = Self.answer
            resolver.prompt["missing.example"] = .notFound
            return NameLookups(resolver: resolver, limit: 2, timeout: .seconds(600))
        }
    }

    @Test(arguments: [
        ("hosts.example", answer), ("prompt.example", answer), ("missing.example", ResolveResult.notFound),
    ])
    func nameIsResolved(_ name: String, _ expected: ResolveResult) async throws {
        let lookups = try start()
        defer { lookups.shutDown() }
        #expect(await lookups.resolve(name) == expected)
    }

    @Test func namesAreResolvedWhileOneIsPending() async throws {
        let lookups = try start()
        async let silent = lookups.resolve("silent.example")
        await withTaskGroup(of: ResolveResult?.self) { group in
            for _ in 0..<100 { group.addTask { await lookups.resolve("prompt.example") } }
            for await result in group { #expect(result == Self.answer) }
        }
        lookups.shutDown()
        #expect(await silent == nil)
        #expect(await lookups.resolve("prompt.example") == nil)
    }

    @Test func stopEndsEveryLookup() async throws {
        let stop = try StopSignal()
        let lookups = try start(stopDescriptor: stop.descriptor)
        defer { lookups.shutDown() }
        async let first = lookups.resolve("silent.example")
        async let second = lookups.resolve("other.example")
        stop.raise()
        #expect(await first == nil)
        #expect(await second == nil)
    }
}
