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

    @Test("Files appear on commit, stay after the disk has them, and leave nothing else")
    func publication() async throws {
        let store = try scratch.open(durability: .grouped)
        let file = try await store.store([1, 2, 3])
        #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3]))
        try await store.synchronize()
        #expect(try await store.store([1, 2, 3]) == file)
        #expect(scratch.files().count == 1)
    }

    @Test("A group is synced on request, and automatically when it grows too large", arguments: [(4, 0), (5, 1)])
    func limit(count: Int, synchronizationCount: Int) throws {
        let calls = Locked(0)
        let directory = try StoreDirectory(StoreConfiguration(directory: scratch.path))
        let group = PublicationGroup(directory: directory, limit: 5) { _ in
            calls.withLock { $0 += 1 }
            return 0
        }
        for index in 0..<count { try group.note(StoredPlace("00\(index)", in: directory)) }
        #expect(calls.withLock { $0 } == synchronizationCount)
        try group.synchronize()
        // A full group leaves nothing pending.
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("If the file system cannot be synced, its files are")
    func fallback() async throws {
        let file = try await scratch.open().store([1, 2, 3])
        let directory = try StoreDirectory(StoreConfiguration(directory: scratch.path))
        let group = PublicationGroup(directory: directory) { _ in EIO }
        try group.note(StoredPlace("\(file.sha256).png", in: directory))
        try group.note(StoredPlace("00evicted.png", in: directory))
        try group.synchronize()
        #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3]))
    }

    /// Opening for reading fails like reading from a broken disk: there is no descriptor to wait for.
    @Test("A file that cannot be synced is removed")
    func failedFile() async throws {
        let directory = try StoreDirectory(StoreConfiguration(directory: scratch.path))
        let shard = try directory.open("00")
        unsafe symlinkat("elsewhere", shard.number, "00broken.png")
        let group = PublicationGroup(directory: directory) { _ in EIO }
        try group.note(StoredPlace("00broken.png", in: directory))
        let error = #expect(throws: SystemCallError.self) { try group.synchronize() }
        #expect(error?.path == "\(scratch.path)/00/00broken.png")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/00").isEmpty)
        try group.note(StoredPlace("00gone.png", in: directory))
        try group.synchronize()
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
        try group.note(StoredPlace("00a", in: directory))
        try group.synchronize()
        second.withLock { $0 }?.join()
        itself.withLock { $0 = nil }
        #expect(events.withLock { $0 } == ["on the disk", "second"])
    }

    @Test("A failure of a full group is reported to the next caller that syncs, once")
    func failureOfAFullGroup() throws {
        let directory = try StoreDirectory(StoreConfiguration(directory: scratch.path))
        let shard = try directory.open("00")
        unsafe symlinkat("elsewhere", shard.number, "00broken.png")
        let group = PublicationGroup(directory: directory, limit: 2) { _ in EIO }
        try group.note(StoredPlace("00broken.png", in: directory))
        #expect(throws: SystemCallError.self) { try group.note(StoredPlace("00gone.png", in: directory)) }
        #expect(throws: SystemCallError.self) { try group.synchronize() }
        #expect(throws: Never.self) { try group.synchronize() }
    }

    @Test("A removed shard is created again", arguments: [StoreConfiguration.Durability.each, .grouped])
    func removedShard(durability: StoreConfiguration.Durability) async throws {
        let store = try scratch.open(durability: durability)
        let file = try await store.store(Array("abc".utf8))
        try FileManager.default.removeItem(atPath: scratch.path + "/ba")
        #expect(try await store.store(Array("abc".utf8)) == file)
        #expect(FileManager.default.contents(atPath: file.path) == Data("abc".utf8))
    }
}
