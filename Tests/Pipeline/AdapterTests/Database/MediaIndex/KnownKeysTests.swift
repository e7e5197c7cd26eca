import AttacheCore
import AttacheSystem
import TestWidth
import Testing

@testable import AttacheDatabase

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct KnownKeysTests {
    private let scratch: ScratchIndex

    init() throws {
        scratch = try ScratchIndex()
    }

    private func lookUp(_ numbers: Range<Int>, in index: MediaIndex) async -> Int {
        var count = 0
        for number in numbers where await index.lookUp(ScratchIndex.key(number)).media != nil { count += 1 }
        return count
    }

    @Test func emptyIndexHasNoKeyButThoseThatWereSaved() async throws {
        try await scratch.with { index in
            let known = KnownKeys(of: index.database)
            #expect(!known.mayContain("a"))
            known.insert("a")
            #expect(known.mayContain("a"))
            #expect(!known.mayContain("b"))
        }
    }

    @Test func keysOfAnEarlierProcessAreLoadedOnceManyAreLookedUp() async throws {
        try await scratch.with { $0.save(ScratchIndex.media(), as: ScratchIndex.key(1)) }
        try await scratch.with { index in
            let known = KnownKeys(of: index.database)
            for _ in 0..<KnownKeys.loadingCount {
                #expect(!known.beginCheckIfDue())
                #expect(known.mayContain("other"))
            }
            #expect(known.beginCheckIfDue())
            known.check()
            #expect(known.mayContain(ScratchIndex.key(1).text))
            #expect(!known.mayContain("other"))
        }
    }

    @Test func keysOfAnotherProcessAreFoundAfterTheInterval() async throws {
        let elapsed = Locked(Duration.zero)
        let began = ContinuousClock.now
        try await scratch.with { index in
            let known = KnownKeys(of: index.database, now: { began.advanced(by: elapsed.withLock { $0 }) })
            for _ in 0..<KnownKeys.loadingCount { _ = known.mayContain("x") }
            // The other process.
            try await scratch.with { $0.save(ScratchIndex.media(), as: ScratchIndex.key(1)) }
            #expect(!known.mayContain(ScratchIndex.key(1).text))
            elapsed.withLock { $0 = KnownKeys.checkInterval - .nanoseconds(1) }
            #expect(!known.beginCheckIfDue())
            elapsed.withLock { $0 = KnownKeys.checkInterval }
            #expect(known.beginCheckIfDue())
            #expect(!known.beginCheckIfDue())
            known.check()
            #expect(known.mayContain(ScratchIndex.key(1).text))
        }
    }

    @Test func entriesAreFoundThroughTheIndex() async throws {
        try await scratch.with { index in
            for number in 0..<100 { index.save(ScratchIndex.media(number), as: ScratchIndex.key(number)) }
        }
        try await scratch.with { index in
            #expect(await lookUp(0..<200, in: index) == 100)
            #expect(await lookUp(0..<200, in: index) == 100)
        }
    }

    @Test func filterHasEveryKeyAndFewOthers() {
        var filter = KeyFilter(count: 10_000)
        for number in 0..<10_000 { filter.insert("\(number)") }
        #expect((0..<10_000).allSatisfy { filter.mayContain("\($0)") })
        // One in a thousand is expected at the most.
        #expect((10_000..<20_000).count { filter.mayContain("\($0)") } < 100)
        #expect(!filter.isFull)
    }
}
