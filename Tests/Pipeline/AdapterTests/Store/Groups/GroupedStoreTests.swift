import AttacheCore
import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import MediaStore

@Suite("Grouped store", .inProcess, .timeLimit(.minutes(1)))
struct GroupedStoreTests {
    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    private var marks: [String] { scratch.files().filter { $0.hasPrefix(".groups/") } }
    private var media: [String] { scratch.files().filter { !$0.hasPrefix(".") } }

    @Test("Files appear on commit, with a mark that is removed when the store is closed")
    func markOfALivingProcess() async throws {
        let store = try scratch.open(durability: .grouped)
        #expect(marks.isEmpty)
        let file = try await store.store([1, 2, 3])
        #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3]))
        #expect(marks.count == 1)
        try await store.synchronize()
        #expect(try await store.store([1, 2, 3]) == file)
        #expect(marks.count == 1)
        store.close()
        #expect(marks.isEmpty)
        #expect(media.count == 1)
    }

    @Test("A store that publishes files one by one leaves no mark")
    func noMark() async throws {
        let store = try scratch.open()
        _ = try await store.store([1])
        try await store.synchronize()
        store.close()
        #expect(scratch.files().count == 1)
    }

    @Test("The mark moves to the time of the last group")
    func movingMark() async throws {
        // A mark has whole seconds, and a margin for the clock of the file system.
        let before = Date.now.addingTimeInterval(-10)
        let store = try scratch.open(durability: .grouped)
        _ = try await store.store([1])
        let mark = try #require(marks.first)
        try scratch.age(mark, seconds: 1000)
        try await store.synchronize()
        #expect(try (before...Date.now).contains(modified(mark)))
        store.close()
    }

    @Test("A group is synced on request, and automatically when it grows too large", arguments: [(4, 0), (5, 1)])
    func limit(count: Int, synchronizationCount: Int) throws {
        let calls = Locked(0)
        let directory = try StoreDirectory(StoreConfiguration(directory: scratch.path))
        let group = PublicationGroup(directory: directory, limit: 5) { _ in
            calls.withLock { $0 += 1 }
            return 0
        }
        try group.begin()
        for index in 0..<count { try group.note("00", "\(index)") }
        #expect(calls.withLock { $0 } == synchronizationCount)
        group.close()
        // A full group leaves nothing pending.
        #expect(calls.withLock { $0 } == 1)
        #expect(marks.isEmpty)
    }

    @Test("If the file system cannot be synced, its files are")
    func fallback() async throws {
        let file = try await scratch.open().store([1, 2, 3])
        let directory = try StoreDirectory(StoreConfiguration(directory: scratch.path))
        let group = PublicationGroup(directory: directory) { _ in EIO }
        try group.begin()
        try group.note(String(file.sha256.prefix(2)), "\(file.sha256).png")
        try group.note("00", "evicted.png")
        try group.synchronize()
        #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3]))
        group.close()
        #expect(marks.isEmpty)
    }

    /// Opening for reading fails like reading from a broken disk: there is no descriptor to wait for.
    @Test("A file that cannot be synced is removed, and the mark stays")
    func failedFile() async throws {
        let directory = try StoreDirectory(StoreConfiguration(directory: scratch.path))
        let shard = try directory.open("00")
        unsafe symlinkat("elsewhere", shard.number, "broken.png")
        let group = PublicationGroup(directory: directory) { _ in EIO }
        try group.begin()
        try group.note("00", "broken.png")
        let error = #expect(throws: SystemCallError.self) { try group.synchronize() }
        #expect(error?.path == "\(scratch.path)/00/broken.png")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/00").isEmpty)
        try group.note("00", "gone.png")
        group.close()
        #expect(marks.isEmpty)
    }

    @Test("A second caller waits for a sync in progress")
    func secondCaller() throws {
        let directory = try StoreDirectory(StoreConfiguration(directory: scratch.path))
        let events = Locked<[String]>([])
        let second = Locked<NativeThread?>(nil)
        let itself = Locked<PublicationGroup?>(nil)
        let group = PublicationGroup(directory: directory) { _ in
            let thread = try? NativeThread {
                try? itself.withLock { $0 }?.synchronize()
                events.withLock { $0.append("second") }
            }
            second.withLock { $0 = thread }
            // A caller that does not wait would write its event first.
            while itself.withLock({ $0?.waiterCount }) == 0, events.withLock({ $0.isEmpty }) { sched_yield() }
            events.withLock { $0.append("on the disk") }
            return 0
        }
        itself.withLock { $0 = group }
        try group.begin()
        try group.note("00", "a")
        try group.synchronize()
        second.withLock { $0 }?.join()
        itself.withLock { $0 = nil }
        #expect(events.withLock { $0 } == ["on the disk", "second"])
    }

    @Test("A failure of a full group is reported to the next caller that syncs, once")
    func failureOfAFullGroup() throws {
        let directory = try StoreDirectory(StoreConfiguration(directory: scratch.path))
        let shard = try directory.open("00")
        unsafe symlinkat("elsewhere", shard.number, "broken.png")
        let group = PublicationGroup(directory: directory, limit: 2) { _ in EIO }
        try group.begin()
        try group.note("00", "broken.png")
        #expect(throws: SystemCallError.self) { try group.note("00", "gone.png") }
        #expect(throws: SystemCallError.self) { try group.synchronize() }
        #expect(throws: Never.self) { try group.synchronize() }
        group.close()
        #expect(marks.isEmpty)
    }

    @Test("A removed shard is created again", arguments: [StoreConfiguration.Durability.each, .grouped])
    func removedShard(durability: StoreConfiguration.Durability) async throws {
        let store = try scratch.open(durability: durability)
        let file = try await store.store(Array("abc".utf8))
        try FileManager.default.removeItem(atPath: scratch.path + "/ba")
        #expect(try await store.store(Array("abc".utf8)) == file)
        #expect(FileManager.default.contents(atPath: file.path) == Data("abc".utf8))
        store.close()
    }

    private func modified(_ name: String) throws -> Date {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/\(name)")
        return try #require(attributes[.modificationDate] as? Date)
    }
}
