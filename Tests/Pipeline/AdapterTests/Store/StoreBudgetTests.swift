import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import MediaStore

/// The limit of a store and the reserve of its disk, with a file system whose free space a test decides.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct StoreBudgetTests {
    private let scratch: ScratchStore
    private let clock = ManualClock()

    init() throws {
        scratch = try ScratchStore()
    }

    /// A file system of so many bytes that holds nothing but the store.
    private func space(capacity: Int) -> StoreSpace {
        StoreSpace(
            freeBytes: { [scratch] _ in (capacity - scratch.byteCount, capacity) },
            now: { [clock] in clock.now }
        )
    }

    private func fill(_ numbers: Range<Int>, age: Double? = nil) async throws {
        let store = try scratch.open(reserve: .bytes(0))
        for number in numbers {
            let file = try await store.store(ScratchStore.body(number, 1000))
            if let age { try scratch.age(String(file.path.dropFirst(scratch.path.count + 1)), seconds: age) }
        }
    }

    @Test(arguments: [
        (DiskReserve.standard, 20_000, 1000), (.standard, 40 << 30, 1 << 30), (.standard, 1 << 30, (1 << 30) / 20),
        (.bytes(0), 1000, 0), (.bytes(7), 1000, 7), (.percent(0), 1000, 0), (.percent(10), 1000, 100),
        (.percent(99), .max, .max / 100 * 99),
    ])
    func aReserveIsASizeOrAShare(_ reserve: DiskReserve, total: Int, expected: Int) {
        #expect(reserve.byteCount(ofTotal: total) == expected)
    }

    @Test func bodiesInProgressCount() async throws {
        let store = try scratch.open(byteLimit: 400_000)
        let body = [UInt8](repeating: 1, count: 200_000)
        let spools = (0..<2).map { _ in store.openSpool() }
        for spool in spools { try spool.append(body.span) }
        let third = store.openSpool()
        let error = #expect(throws: SystemCallError.self) { try third.append(body.span) }
        #expect(error?.isOutOfSpace == true)
        spools[0].discard()
        let fourth = store.openSpool()
        try fourth.append(body.span)
        // Both have the same bytes, so that the second needs no more room than the first.
        for spool in [spools[1], fourth] { _ = try await store.commit(spool, fileExtension: "png") }
        try store.openSpool().append(body.span)
    }

    @Test("One byte of room decides", arguments: [(400_000, true), (399_999, false)])
    func boundary(limit: Int, fits: Bool) async throws {
        let store = try scratch.open(byteLimit: limit)
        _ = try await store.store([UInt8](repeating: 1, count: 200_000))
        let second = [UInt8](repeating: 2, count: 200_000)
        let stored = try? await store.store(second)
        #expect((stored != nil) == fits)
        #expect(scratch.byteCount <= limit)
    }

    @Test func thereIsRoomAgainWhenFilesAreNoLongerInUse() async throws {
        try await fill(0..<4)
        let store = try scratch.open(byteLimit: 4000, space: space(capacity: 1 << 30))
        await #expect(throws: SystemCallError.self) { try await store.store(ScratchStore.body(9, 1000)) }
        for name in scratch.files() { try scratch.age(name, seconds: 700) }
        // An eviction in vain is not repeated at once: it reads the whole store.
        await #expect(throws: SystemCallError.self) { try await store.store(ScratchStore.body(9, 1000)) }
        clock.advance(by: .seconds(1))
        _ = try await store.store(ScratchStore.body(9, 1000))
        #expect(scratch.byteCount <= 4000)
    }

    @Test("The store gives way to the reserve", arguments: [70.0, 700.0])
    func reserve(age: Double) async throws {
        try await fill(0..<4, age: age)
        let store = try scratch.open(byteLimit: 6400, reserve: .bytes(1000), space: space(capacity: 5000))
        // One must go, and a little more, so two.
        _ = try await store.store(ScratchStore.body(9, 1000))
        #expect(scratch.byteCount == 3000)
    }

    @Test func whatIsInFlightStaysAndTheReserveIsKept() async throws {
        try await fill(0..<4, age: 10)
        let free = Locked(1999)
        let space = StoreSpace(freeBytes: { _ in (free.withLock { $0 }, 100_000) }, now: { [clock] in clock.now })
        let store = try scratch.open(byteLimit: 64_000, reserve: .percent(1), space: space)
        let error = await #expect(throws: SystemCallError.self) { try await store.store(ScratchStore.body(9, 1000)) }
        #expect(error?.code == ENOSPC)
        #expect(error?.reason.code == .attachStoreFull)
        #expect(scratch.files().count == 4)
        free.withLock { $0 = 2000 }
        _ = try await store.store(ScratchStore.body(9, 1000))
    }

    @Test func whatABatchRefersToStays() async throws {
        try await fill(0..<4, age: 7000)
        let store = try scratch.open(byteLimit: 6400, reserve: .bytes(1000), space: space(capacity: 5000))
        let digests = scratch.files().map { String($0.split(separator: "/")[1].prefix(64)) }
        try store.pins.pin(digests, forRunAt: scratch.parent)
        await #expect(throws: SystemCallError.self) { try await store.store(ScratchStore.body(9, 1000)) }
        #expect(scratch.files().filter { !$0.hasPrefix("pins/") }.count == 4)
    }

    @Test("An eviction in vain is not repeated for the same shortage")
    func oneEvictionInVain() async throws {
        try await fill(0..<4)
        let measured = Locked(0)
        let space = StoreSpace(
            freeBytes: { _ in
                measured.withLock { $0 += 1 }
                return (1 << 30, 1 << 30)
            },
            now: { [clock] in clock.now }
        )
        let configuration = StoreConfiguration(directory: scratch.path, byteLimit: 4000, reserve: .bytes(1000))
        let budget = StoreBudget(directory: try scratch.open().directory, configuration, space: space)
        #expect(throws: SystemCallError.self) { try budget.reserve(StoreClaim(client: 1, byteCount: 1000)) }
        // Before the eviction without and with its lock, and after it.
        #expect(measured.withLock { $0 } == 3)
    }

    @Test func aFileSystemWithoutASizeHasNoReserve() async throws {
        let store = try scratch.open(space: StoreSpace { _ in nil })
        _ = try await store.store([1])
    }

    @Test func theCheckKnowsThatBodiesFindNoRoom() async throws {
        let free = Locked(1 << 30)
        let space = StoreSpace(freeBytes: { _ in (free.withLock { $0 }, 1 << 30) }, now: { [clock] in clock.now })
        let store = try scratch.open(reserve: .bytes(1000), space: space)
        try store.checkWriting()
        // Room for a few bytes, and not for a body.
        free.withLock { $0 = 1000 + (64 << 10) }
        for _ in 0..<3 {
            try store.checkWriting()
            await #expect(throws: SystemCallError.self) { try await store.store(ScratchStore.body(1, 100_000)) }
        }
        let error = #expect(throws: SystemCallError.self) { try store.checkWriting() }
        #expect(error?.isOutOfSpace == true)
        free.withLock { $0 = 1000 + (1 << 20) }
        try store.checkWriting()
        #expect(scratch.files().isEmpty)
        free.withLock { $0 = 1000 + (64 << 10) }
        try store.checkWriting()
    }

    @Test func aSuccessEndsTheDoubt() async throws {
        let free = Locked(1000)
        let space = StoreSpace(freeBytes: { _ in (free.withLock { $0 }, 1 << 30) }, now: { [clock] in clock.now })
        let store = try scratch.open(reserve: .bytes(1000), space: space)
        for _ in 0..<3 { await #expect(throws: SystemCallError.self) { try await store.store([1]) } }
        free.withLock { $0 = 1000 + (64 << 10) }
        #expect(throws: SystemCallError.self) { try store.checkWriting() }
        _ = try await store.store([1])
        try store.checkWriting()
    }
}
