import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import MediaStore

/// What one client's files may cost the others, in a store of twenty files.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct StoreShareTests {
    private static let limit = 20_000
    private let scratch: ScratchStore
    private let clock = ManualClock()

    init() throws {
        scratch = try ScratchStore()
    }

    private func open(_ limit: Int = StoreShareTests.limit) throws -> FileMediaStore {
        let space = StoreSpace(freeBytes: { _ in nil }, now: { [clock] in clock.now })
        return try scratch.open(byteLimit: limit, protection: .recent(.seconds(660)), space: space)
    }

    /// Stores files of 1000 bytes for a client; returns their names below the store.
    @discardableResult
    private func fill(
        _ numbers: Range<Int>,
        of client: Int,
        age: Double? = nil,
        in store: FileMediaStore
    ) async throws -> [String] {
        var names: [String] = []
        for number in numbers {
            let file = try await store.store(ScratchStore.body(number, 1000), for: client)
            names.append(String(file.path.dropFirst(scratch.path.count + 1)))
        }
        for name in names { if let age { try scratch.age(name, seconds: age) } }
        return names
    }

    private func kept(_ names: [String]) -> Int { Set(scratch.files()).intersection(names).count }

    @Test func aClientThatFillsTheStoreKeepsNobodyOut() async throws {
        let store = try open()
        let many = try await fill(0..<20, of: 1, in: store)
        // The clock of the file system may give several of them one time.
        for (index, name) in many.enumerated() { try scratch.age(name, seconds: Double(40 - index)) }
        await #expect(throws: SystemCallError.self) { try await store.store(ScratchStore.body(20, 1000), for: 1) }
        // At once, although an eviction for the other one was in vain a moment ago.
        let few = try await fill(100..<109, of: 2, in: store)
        #expect(kept(few) == 9)
        #expect(kept(many) < 12)
        #expect(scratch.byteCount <= Self.limit)
        // Its newest ones are what is left.
        #expect(kept(Array(many.suffix(kept(many)))) == kept(many))
    }

    @Test func aClientWithMoreTakesNothingOfOthers() async throws {
        let store = try open()
        let few = try await fill(100..<105, of: 2, age: 300, in: store)
        try await fill(0..<15, of: 1, in: store)
        for number in 20..<40 {
            clock.advance(by: .seconds(10))
            await #expect(throws: SystemCallError.self) {
                try await store.store(ScratchStore.body(number, 1000), for: 1)
            }
        }
        #expect(kept(few) == 5)
    }

    /// The client that needs room where client 1 has the store, or nobody in particular, and the reads of the whole store.
    @Test("An eviction does not read the store for what a client has no right to", arguments: [(1, 1, 2), (0, 2, 3)])
    func reads(owner: Int, client: Int, count: Int) async throws {
        let store = try open()
        try await fill(0..<20, of: owner, in: store)
        let evictor = StoreEvictor(
            directory: store.directory,
            byteLimit: Self.limit,
            protection: .recent(.seconds(660))
        )
        let steps = evictor.steps(for: StoreClaim(client: client, byteCount: 1000), isDiskFull: false)
        let result = evictor.makeRoom(.atMost(Self.limit - 1000), by: steps)
        #expect(result.evicted == 0 && result.byteCount == Self.limit)
        #expect(result.readCount == count)
    }

    @Test func twoClientsEndWithEqualParts() async throws {
        let store = try open()
        let many = try await fill(0..<20, of: 1, in: store)
        var few: [String] = []
        for number in 100..<130 {
            clock.advance(by: .seconds(10))
            if let more = try? await fill(number..<number + 1, of: 2, in: store) { few += more }
        }
        #expect(kept(few) == few.count)
        #expect(abs(kept(few) - kept(many)) <= 1)
    }

    @Test(
        "What several clients use stays while one of them has not too much",
        arguments: ["stored", "reused", "shared"]
    )
    func common(_ way: String) async throws {
        let store = try open()
        let body = ScratchStore.body(0, 1000)
        let file = try await store.store(body, for: 1)
        switch way {
        case "stored": _ = try await store.store(body, for: 3)
        case "reused": #expect(await store.reuse(file, fileExtension: "png", for: 3) != nil)
        default: store.share(file, fileExtension: "png", with: 3)
        }
        try await fill(1..<20, of: 1, in: store)
        try await fill(100..<108, of: 2, in: store)
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    /// The clients that use every file of a full store, the files of another client that find room, and how many stay.
    @Test(
        "Clients that use the same files have together what they would have with files of their own",
        arguments: [([1, 3], 6, 13...14), ([1, 3, 4], 4, 15...16)]
    )
    func together(users: [Int], count: Int, left: ClosedRange<Int>) async throws {
        let store = try open()
        let many = try await fill(0..<20, of: 1, in: store)
        for user in users.dropFirst() { try await fill(0..<20, of: user, in: store) }
        await #expect(throws: SystemCallError.self) { try await store.store(ScratchStore.body(20, 1000), for: 1) }
        let few = try await fill(100..<100 + count, of: 2, in: store)
        #expect(kept(few) == count)
        #expect(left.contains(kept(many)))
    }

    /// The age of a lone client's files in seconds, and whether they give way to its next ones.
    @Test("At the limit a client keeps what is in flight, and no more", arguments: [(50.0, false), (70, true)])
    func alone(age: Double, givesWay: Bool) async throws {
        let store = try open()
        let old = try await fill(0..<20, of: 1, age: age, in: store)
        let new = try? await fill(20..<21, of: 1, in: store)
        #expect((new != nil) == givesWay)
        #expect((kept(old) < 20) == givesWay)
    }

    @Test("Files whose users are unknown give way to a client with a fair part once they are settled")
    func unknown() async throws {
        for number in 0..<20 {
            let file = try await scratch.open().store(ScratchStore.body(number, 1000))
            try scratch.age(String(file.path.dropFirst(scratch.path.count + 1)), seconds: number < 10 ? 30 : 300)
        }
        let store = try open()
        let own = try await fill(100..<110, of: 1, in: store)
        #expect(kept(own) == 10)
        #expect(scratch.files().count <= 20)
        await #expect(throws: SystemCallError.self) { try await store.store(ScratchStore.body(110, 1000), for: 1) }
    }

    @Test func aFullStoreIsNoFaultOfTheDisk() async throws {
        let store = try open()
        #expect(try store.checkWriting() == nil)
        try await fill(0..<20, of: 1, in: store)
        #expect(try store.checkWriting()?.code == EDQUOT)
        for name in scratch.files() { try scratch.age(name, seconds: 700) }
        clock.advance(by: .seconds(1))
        #expect(try store.checkWriting() == nil)
    }

    /// The bytes of clients 1, 2 and so on, those that client 0 needs, those that are missing, and the level.
    static let levels: [([Int], Int, Int, Int)] = [
        ([], 1, 10, 1), ([100], 1, 10, 90), ([100, 50], 1, 10, 90), ([100, 50], 1, 60, 45), ([100, 100], 1, 20, 90),
        ([100, 50], 70, 60, 70), ([30, 20, 10], 1, 1000, 1), ([5, 5, 5], 5, 3, 5),
    ]

    @Test("Those with the most lose the most, and none more than it has above the one in need", arguments: levels)
    func level(shares: [Int], need: Int, missing: Int, expected: Int) {
        let shares = Dictionary(uniqueKeysWithValues: shares.enumerated().map { ($0.offset + 1, $0.element) })
        let claim = StoreClaim(client: 0, byteCount: need)
        #expect(ClientLevel(shares, for: claim, freeing: missing).byteCount == expected)
    }
}
