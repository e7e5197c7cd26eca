import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheDatabase

@Suite("Media index", .inProcess, .timeLimit(.minutes(1)))
struct MediaIndexTests {
    private let scratch: ScratchIndex
    private let key = ScratchIndex.key(1)

    init() throws {
        scratch = try ScratchIndex()
    }

    /// Changes the index in one process and reads it in the next.
    private func after(
        _ change: (MediaIndex) throws -> Void
    ) async throws -> (media: CachedMedia?, failure: CachedFailure?) {
        try await scratch.with { try change($0) }
        return try await scratch.with { await $0.lookUp(key) }
    }

    @Test("A new index is empty")
    func empty() async throws {
        let found = try await after { _ in }
        #expect(found.media == nil && found.failure == nil)
    }

    @Test("The next process finds what one process stored")
    func remembered() async throws {
        let media = ScratchIndex.media()
        let failure = ScratchIndex.failure(isPermanent: false)
        #expect(try await after { $0.save(media, as: key) }.media == media)
        let found = try await after { $0.save(failure, as: key) }
        #expect(found.media == media && found.failure == failure)
        #expect(try await scratch.with { await $0.lookUp(ScratchIndex.key(2)) }.media == nil)
    }

    @Test("A file replaces a failure; a permanent failure replaces a file, and a temporary one does not")
    func succession() async throws {
        let media = ScratchIndex.media()
        var found = try await after {
            $0.save(ScratchIndex.failure(isPermanent: false), as: key)
            $0.save(media, as: key)
        }
        #expect(found.media == media && found.failure == nil)
        found = try await after { $0.save(ScratchIndex.failure(isPermanent: true), as: key) }
        #expect(found.media == nil && found.failure != nil)
        found = try await after { $0.remove(key) }
        #expect(found.media == nil && found.failure == nil)
    }

    @Test("The newest write wins, however many are in one group")
    func groups() async throws {
        try await scratch.with { index in
            for number in 0..<5000 {
                index.save(ScratchIndex.media(number), as: ScratchIndex.key(number % 2500))
            }
        }
        try await scratch.with { index in
            for number in [0, 1, 2499] {
                #expect(await index.lookUp(ScratchIndex.key(number)).media == ScratchIndex.media(number + 2500))
            }
            let count = try index.statistics(at: 50).freshMediaCount
            #expect(count == 2500)
        }
    }

    @Test("Two processes write to one index at the same time")
    func together() async throws {
        let (one, other) = (try scratch.open(), try scratch.open())
        await withTaskGroup(of: Void.self) { group in
            for (index, first) in [(one, 0), (other, 1000)] {
                group.addTask {
                    for number in first..<first + 1000 {
                        index.save(ScratchIndex.media(number), as: ScratchIndex.key(number))
                    }
                }
            }
        }
        one.shutDown()
        other.shutDown()
        #expect(one.healthProblem == nil && other.healthProblem == nil)
        #expect(try await scratch.with { try $0.statistics(at: 50).freshMediaCount } == 2000)
    }

    @Test("Only the owner can read the file, and no other file remains")
    func file() async throws {
        try await scratch.with { $0.save(ScratchIndex.media(), as: key) }
        let mode = try FileManager.default.attributesOfItem(atPath: scratch.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let log = try? FileManager.default.attributesOfItem(atPath: scratch.path + "-wal")[.size] as? Int
        #expect((log ?? 0) == 0)
    }

    @Test("An entry that this version cannot read is ignored")
    func unknownEntry() async throws {
        try await scratch.with { $0.save(ScratchIndex.media(), as: key) }
        try scratch.run("UPDATE media SET record = replace(record, 'size.borderline', 'size.new')")
        #expect(try await scratch.with { await $0.lookUp(key) }.media == nil)
    }

    @Test("An index of a newer version is not changed")
    func newer() async throws {
        try await scratch.with { $0.save(ScratchIndex.media(), as: key) }
        try scratch.run("PRAGMA user_version = 2")
        let error = #expect(throws: DatabaseFailure.self) { try scratch.open() }
        #expect(error?.sentence.contains(GoldenMessages["index.newer"]) == true)
        let connection = try SQLiteConnection(path: scratch.path, busyTimeout: 0)
        #expect(try connection.number("SELECT count(*) FROM media") == 1)
        #expect(!scratch.names.contains { $0.contains("damaged") })
    }

    @Test("A damaged index is moved aside, and the next run creates a new one", arguments: ["no database", ""])
    func damaged(text: String) async throws {
        try Data((text + String(repeating: "x", count: text.isEmpty ? 0 : 8192)).utf8).write(
            to: URL(filePath: scratch.path)
        )
        if text.isEmpty {
            // An empty file is a new database, not a damaged one.
            #expect(try await after { $0.save(ScratchIndex.media(), as: key) }.media != nil)
            return
        }
        let error = #expect(throws: DatabaseFailure.self) { try scratch.open() }
        #expect(error?.isPermanent == true)
        #expect(scratch.names.contains("index.sqlite.damaged"))
        #expect(try await after { $0.save(ScratchIndex.media(), as: key) }.media != nil)
    }

    @Test("Damage found later disables the index, and the file is moved aside on close")
    func damagedWithin() async throws {
        try await scratch.with { index in
            for number in 0..<500 { index.save(ScratchIndex.media(number), as: ScratchIndex.key(number)) }
        }
        var bytes = Array(try Data(contentsOf: URL(filePath: scratch.path)))
        // The first pages hold the schema; every later page is overwritten.
        for index in (6 * 4096)..<bytes.count { bytes[index] = 0xA5 }
        try Data(bytes).write(to: URL(filePath: scratch.path))
        let index: MediaIndex
        do {
            index = try scratch.open()
        } catch let error as DatabaseFailure {
            #expect(error.isPermanent)
            return
        }
        for number in 0..<500 { _ = await index.lookUp(ScratchIndex.key(number)) }
        #expect(index.healthProblem?.isPermanent == true)
        index.shutDown()
        #expect(scratch.names.contains("index.sqlite.damaged"))
    }

    @Test("A read-only directory is not reported as damage")
    func unusable() throws {
        let error = #expect(throws: DatabaseFailure.self) { _ = try MediaIndex(directory: "/proc/nowhere") }
        #expect(error?.isPermanent == false)
    }
}
