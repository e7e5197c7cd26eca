import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheDatabase

@Suite("Idempotency store", .inProcess, .timeLimit(.minutes(1)))
struct IdempotencyStoreTests {
    private let wall = ManualWallClock()

    private func key(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(number % 251), count: 31) + [UInt8(number / 251)]
    }

    private func answer(_ number: Int, byteCount: Int = 10) -> StoredResponse {
        StoredResponse(
            fingerprint: [UInt8](repeating: UInt8(number % 256), count: 32),
            status: 200,
            mediaType: "application/json",
            body: [UInt8](repeating: UInt8(number % 256), count: byteCount)
        )
    }

    /// Opens a store in a scratch directory.
    private func with(
        in directory: ScratchIndex,
        _ change: (inout IdempotencyLimits) -> Void = { _ in },
        _ body: (IdempotencyStore) async throws -> Void
    ) async throws {
        var limits = IdempotencyLimits()
        change(&limits)
        let ledger = try IdempotencyStore(path: "\(directory.directory)/answers.sqlite", limits: limits, wall: wall)
        defer { ledger.shutDown() }
        try await body(ledger)
    }

    @Test("A response is found after the file was reopened, until its lifetime ends")
    func lifetime() async throws {
        let scratch = try ScratchIndex()
        try await with(in: scratch) { ledger in
            #expect(try await ledger.find(key(1)) == nil)
            try await ledger.keep(answer(1), as: key(1))
        }
        #expect(scratch.names == ["answers.sqlite"])
        wall.advance(by: 24 * 3600 - 1)
        try await with(in: scratch) { ledger in
            let found = try await ledger.find(key(1))
            #expect(found == answer(1))
        }
        wall.advance(by: 1)
        try await with(in: scratch) { ledger in
            #expect(try await ledger.find(key(1)) == nil)
            #expect(ledger.totals.count == 1)
            try await ledger.keep(answer(2), as: key(2))
            // Expired responses are removed by the next write.
            #expect(ledger.totals == (1, 10))
        }
    }

    @Test("A response under an existing key replaces the earlier one")
    func replaced() async throws {
        try await with(in: try ScratchIndex()) { ledger in
            try await ledger.keep(answer(1, byteCount: 30), as: key(1))
            try await ledger.keep(answer(2, byteCount: 20), as: key(1))
            #expect(try await ledger.find(key(1)) == answer(2, byteCount: 20))
            #expect(ledger.totals == (1, 20))
        }
    }

    @Test("The oldest responses are removed when there are too many, or too many bytes")
    func limits() async throws {
        try await with(in: try ScratchIndex(), { $0.count = 3 }) { ledger in
            for number in 1...4 { try await ledger.keep(answer(number), as: key(number)) }
            #expect(try await ledger.find(key(1)) == nil)
            #expect(try await ledger.find(key(2)) == answer(2))
            #expect(ledger.totals == (3, 30))
        }
        try await with(in: try ScratchIndex(), { $0.byteCount = 100 }) { ledger in
            for number in 1...2 { try await ledger.keep(answer(number, byteCount: 50), as: key(number)) }
            #expect(ledger.totals == (2, 100))
            try await ledger.keep(answer(3, byteCount: 1), as: key(3))
            #expect(ledger.totals == (2, 51))
            #expect(try await ledger.find(key(1)) == nil)
            // The request in progress depends on it.
            try await ledger.keep(answer(4, byteCount: 200), as: key(4))
            #expect(try await ledger.find(key(4))?.body.count == 200)
            #expect(ledger.totals == (1, 200))
        }
    }

    @Test("What one client keeps costs no other its responses, also after a restart")
    func clients() async throws {
        func key(_ client: UInt8, _ number: UInt8) -> [UInt8] {
            Array(repeating: client, count: 8) + Array(repeating: number, count: 24)
        }
        let scratch = try ScratchIndex()
        try await with(in: scratch, { $0.byteCount = 1000 }) { ledger in
            try await ledger.keep(answer(1, byteCount: 100), as: key(1, 1))
            for number in 1...9 { try await ledger.keep(answer(2, byteCount: 100), as: key(2, UInt8(number))) }
            #expect(ledger.totals == (10, 1000))
        }
        try await with(in: scratch, { $0.byteCount = 1000 }) { ledger in
            for number in 10...99 { try await ledger.keep(answer(2, byteCount: 100), as: key(2, UInt8(number))) }
            #expect(ledger.totals == (10, 1000))
            #expect(try await ledger.find(key(1, 1)) == answer(1, byteCount: 100))
            #expect(try await ledger.find(key(2, 99)) != nil)
            #expect(try await ledger.find(key(2, 90)) == nil)
        }
    }

    @Test("Many small responses cost no other client its large one")
    func manySmall() async throws {
        func key(_ client: UInt8, _ number: UInt8) -> [UInt8] {
            Array(repeating: client, count: 8) + Array(repeating: number, count: 24)
        }
        try await with(in: try ScratchIndex(), { $0.count = 20 }) { ledger in
            try await ledger.keep(answer(1, byteCount: 5000), as: key(1, 1))
            for number in 1...99 { try await ledger.keep(answer(2, byteCount: 10), as: key(2, UInt8(number))) }
            #expect(ledger.totals.count == 20)
            #expect(try await ledger.find(key(1, 1)) != nil)
        }
    }

    @Test("Where each client has one response, the oldest goes, whatever its size")
    func oneEach() async throws {
        try await with(in: try ScratchIndex(), { $0.count = 3 }) { ledger in
            for (number, size) in [(1, 10), (2, 900), (3, 10), (4, 10)] {
                try await ledger.keep(answer(number, byteCount: size), as: key(number))
            }
            #expect(try await ledger.find(key(1)) == nil)
            #expect(try await ledger.find(key(2)) != nil)
        }
    }

    @Test("Concurrent writes are all stored, and counted the same after a restart")
    func together() async throws {
        let scratch = try ScratchIndex()
        try await with(in: scratch) { ledger in
            try await withThrowingTaskGroup { group in
                for number in 0..<500 { group.addTask { try await ledger.keep(answer(number), as: key(number)) } }
                try await group.waitForAll()
            }
            #expect(ledger.totals == (500, 5000))
        }
        try await with(in: scratch) { ledger in
            #expect(ledger.totals == (500, 5000))
            for number in 0..<500 {
                let found = try await ledger.find(key(number))
                #expect(found == answer(number))
            }
        }
    }

    @Test("A damaged file is moved aside and replaced by a new one")
    func damaged() async throws {
        let scratch = try ScratchIndex()
        try Data(repeating: 7, count: 9000).write(to: URL(filePath: "\(scratch.directory)/answers.sqlite"))
        try await with(in: scratch) { ledger in
            #expect(ledger.warning?.contains("answers.sqlite.damaged") == true)
            try await ledger.keep(answer(1), as: key(1))
            #expect(try await ledger.find(key(1)) == answer(1))
        }
        #expect(scratch.names == ["answers.sqlite", "answers.sqlite.damaged"])
    }

    @Test("A file of another program or of a newer version is not changed")
    func foreign() async throws {
        for pragma in ["CREATE TABLE a (b)", "PRAGMA application_id = 1096042820; PRAGMA user_version = 2"] {
            let scratch = try ScratchIndex()
            try ScratchIndex.run(pragma, on: "\(scratch.directory)/answers.sqlite")
            await #expect(throws: DatabaseFailure.self, "\(pragma)") { try await with(in: scratch) { _ in } }
        }
    }

    @Test("Only the owner can read the file")
    func mode() async throws {
        let scratch = try ScratchIndex()
        try await with(in: scratch) { ledger in
            try await ledger.keep(answer(1), as: key(1))
            for name in scratch.names {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(scratch.directory)/\(name)")
                #expect((attributes[.posixPermissions] as? Int) == 0o600, "\(name)")
            }
        }
    }
}
