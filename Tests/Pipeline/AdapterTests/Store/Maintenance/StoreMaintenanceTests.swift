import AttacheCore
import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import MediaStore

@Suite("Store maintenance", .inProcess, .timeLimit(.minutes(1)))
struct StoreMaintenanceTests {
    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    private func maintenance() throws -> StoreMaintenance {
        try StoreMaintenance(StoreConfiguration(directory: scratch.path))
    }

    private func name(_ file: StoredFile) -> String { String(file.path.dropFirst(scratch.path.count + 1)) }

    private func lastUse(_ name: String) throws -> Date {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/\(name)")
        return try #require(attributes[.modificationDate] as? Date)
    }

    @Test("All files are counted, and the pinned ones separately")
    func statistics() async throws {
        #expect(try maintenance().statistics() == StoreStatistics())
        let store = try scratch.open()
        let one = try await store.store([1, 2, 3])
        _ = try await store.store([1, 2], as: "gif")
        try scratch.age(name(one), seconds: 1000)
        try store.pins.pin([one.sha256], forRunAt: scratch.parent)
        let statistics = try maintenance().statistics()
        #expect((statistics.fileCount, statistics.byteCount) == (2, 5))
        #expect((statistics.pinnedCount, statistics.pinnedByteCount, statistics.runCount) == (1, 3, 1))
        let oldest = try #require(statistics.oldestUse)
        // In whole seconds.
        #expect(try abs(lastUse(name(one)).timeIntervalSince1970 - Double(oldest)) <= 1)
    }

    @Test("Intact files pass")
    func whole() async throws {
        let store = try scratch.open()
        for index in 0..<20 { _ = try await store.store([UInt8(index)]) }
        let found = try await maintenance().verify(on: scratch.pool)
        #expect((found.fileCount, found.byteCount, found.damages) == (20, 20, []))
        #expect(scratch.files().count == 20)
    }

    @Test(
        "A file that does not match its name is moved aside",
        arguments: [[9, 2, 3], [1, 2], [], [1, 2, 3, 4]]
    )
    func damaged(content: [UInt8]) async throws {
        let store = try scratch.open()
        let file = try await store.store([1, 2, 3])
        let whole = try await store.store([7])
        try Data(content).write(to: URL(filePath: file.path))
        let found = try await maintenance().verify(on: scratch.pool)
        #expect(found.damages.map(\.name) == [name(file)])
        #expect(scratch.files() == [name(whole), "damaged/" + (name(file).split(separator: "/").last ?? "")].sorted())
        #expect(try await maintenance().verify(on: scratch.pool).damages.isEmpty)
        #expect(try await store.store([1, 2, 3]) == file)
    }

    @Test("Foreign files are reported and not changed")
    func foreign() async throws {
        _ = try await scratch.open().store([1])
        let file = "\(scratch.path)/00/notes.txt"
        try FileManager.default.createDirectory(atPath: scratch.path + "/00", withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: file))
        let found = try await maintenance().verify(on: scratch.pool)
        #expect(found.foreign == ["00/notes.txt"])
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test("Pruning evicts to the limit, and spares pinned and recently used files", arguments: [(3000, 3), (2999, 2)])
    func prune(limit: Int, left: Int) async throws {
        let store = try scratch.open()
        for index in 0..<3 {
            let file = try await store.store([UInt8(index)] + [UInt8](repeating: 0, count: 999))
            try scratch.age(name(file), seconds: Double(5000 - index))
        }
        #expect(try maintenance().prune(to: limit).byteCount == left * 1000)
        #expect(scratch.files().count == left)
        _ = try await store.store([UInt8](repeating: 7, count: 1000))
        #expect(try maintenance().prune(to: 1).byteCount == 1000)
    }

    @Test("Pruning removes leftovers of dead processes")
    func leftovers() throws {
        _ = try scratch.open()
        try FileManager.default.createDirectory(atPath: scratch.path + "/.spool", withIntermediateDirectories: true)
        for name in ["old", "new"] { try Data([1]).write(to: URL(filePath: "\(scratch.path)/.spool/\(name)")) }
        try scratch.age(".spool/old", seconds: 5000)
        #expect(try maintenance().prune(to: 1000).leftoverCount == 1)
        #expect(scratch.files() == [".spool/new"])
    }

    @Test("A file that is requested again is marked as used; one of another length is not found")
    func reuse() async throws {
        let store = try scratch.open()
        let file = try await store.store([1, 2, 3])
        try scratch.age(name(file), seconds: 5000)
        let aged = try lastUse(name(file))
        let remembered = StoredFile(path: "/elsewhere", sha256: file.sha256, byteCount: 3)
        #expect(await store.reuse(remembered, fileExtension: "png") == file)
        let oldest = try #require(try maintenance().statistics().oldestUse)
        #expect(Double(oldest) > aged.timeIntervalSince1970 + 4000)
        #expect(await store.reuse(remembered, fileExtension: "gif") == nil)
        #expect(await store.reuse(remembered, fileExtension: "../png") == nil)
        for (digest, count) in [(file.sha256, 4), ("../" + file.sha256.dropFirst(3), 3), ("", 3)] {
            let other = StoredFile(path: "", sha256: digest, byteCount: count)
            #expect(await store.reuse(other, fileExtension: "png") == nil)
        }
    }
}
