import AttacheCore
import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import MediaStore

@Suite("File media store", .inProcess, .timeLimit(.minutes(1)))
struct FileMediaStoreTests {
    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    /// The digests are those of FIPS 180-4's examples.
    @Test(
        "A file is named by the SHA-256 of its content",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ]
    )
    func contentAddress(content: String, digest: String) async throws {
        let file = try await scratch.open().store(Array(content.utf8))
        #expect(file.sha256 == digest)
        #expect(file.byteCount == content.utf8.count)
        #expect(file.path == "\(scratch.path)/\(digest.prefix(2))/\(digest).png")
        #expect(FileManager.default.contents(atPath: file.path) == Data(content.utf8))
        #expect(scratch.files().count == 1)
    }

    @Test("The split of a body into pieces does not matter")
    func pieces() async throws {
        let store = try scratch.open()
        let whole = try await store.store(Array("abc".utf8))
        let spool = store.openSpool()
        for byte in "abc".utf8 { try spool.append([byte].span) }
        #expect(try await store.commit(spool, fileExtension: "png") == whole)
    }

    @Test("Equal bytes are stored once, and marked as used")
    func once() async throws {
        let store = try scratch.open()
        let first = try await store.store([1, 2, 3])
        let name = try #require(scratch.files().first)
        let identity = try inode(first.path)
        try scratch.age(name, seconds: 5000)
        #expect(try await store.store([1, 2, 3]) == first)
        #expect(scratch.files() == [name])
        #expect(try inode(first.path) == identity)
        #expect(try age(first.path) < 1000)
    }

    @Test("Bytes that this process has seen on the disk need no other thread")
    func knownBytes() async throws {
        let workers = try WorkerPool(threadCount: 1)
        let store = try FileMediaStore(StoreConfiguration(directory: scratch.path), workers: workers)
        let first = try await store.store([1, 2, 3])
        try scratch.age(try #require(scratch.files().first), seconds: 5000)
        workers.shutDown()
        #expect(try await store.store([1, 2, 3]) == first)
        #expect(try age(first.path) < 1000)
        await #expect(throws: SystemCallError.self) { try await store.store([4]) }
    }

    @Test("Equal bytes committed concurrently are stored once")
    func concurrentCommits() async throws {
        let store = try scratch.open()
        let bytes = [UInt8](repeating: 7, count: 100_000)
        let files = try await withThrowingTaskGroup(of: StoredFile.self) { group in
            for _ in 0..<32 { group.addTask { try await store.store(bytes) } }
            return try await group.reduce(into: Set<StoredFile>()) { $0.insert($1) }
        }
        #expect(files.count == 1)
        #expect(scratch.files().count == 1)
        #expect(FileManager.default.contents(atPath: try #require(files.first).path) == Data(bytes))
    }

    @Test(
        "A file name contains only letters and digits",
        arguments: ["", "../x", "p/g", "PNG", "é", "a.b", "p\0"]
    )
    func hostileExtension(fileExtension: String) async throws {
        let store = try scratch.open()
        let error = await #expect(throws: SystemCallError.self) { try await store.store([1], as: fileExtension) }
        #expect(error?.code == EINVAL)
        #expect(scratch.files().isEmpty)
    }

    @Test("An extension has up to 16 letters", arguments: [(16, true), (17, false)])
    func extensionLength(length: Int, isAccepted: Bool) async throws {
        let store = try scratch.open()
        let file = try? await store.store([1], as: String(repeating: "a", count: length))
        #expect((file != nil) == isAccepted)
    }

    @Test("A file with the same name and another size is replaced", arguments: [0, 2, 4])
    func damagedFile(size: Int) async throws {
        let store = try scratch.open()
        let file = try await store.store([1, 2, 3])
        try Data(repeating: 9, count: size).write(to: URL(filePath: file.path))
        #expect(try await store.store([1, 2, 3]) == file)
        #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3]))
        #expect(scratch.files().count == 1)
    }

    @Test("A symbolic link in place of a file is replaced, and its target is unchanged")
    func linkedFile() async throws {
        let store = try scratch.open()
        let file = try await store.store([1, 2, 3])
        let target = scratch.parent + "/target"
        try Data([7, 7, 7]).write(to: URL(filePath: target))
        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
        #expect(try await store.store([1, 2, 3]) == file)
        #expect(FileManager.default.contents(atPath: target) == Data([7, 7, 7]))
        #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3]))
    }

    @Test("A symbolic link in place of a shard is not followed")
    func linkedShard() async throws {
        let store = try scratch.open()
        let target = scratch.parent + "/elsewhere"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: scratch.path + "/ba", withDestinationPath: target)
        await #expect(throws: SystemCallError.self) { try await store.store(Array("abc".utf8)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: target).isEmpty)
    }

    @Test(
        "Stored files are readable by the owner only, or by the group if configured",
        arguments: [(false, 0o600, 0o700), (true, 0o640, 0o750)]
    )
    func modes(isGroupReadable: Bool, fileMode: Int, directoryMode: Int) async throws {
        let store = try scratch.open(isGroupReadable: isGroupReadable)
        _ = try await store.store(Array("abc".utf8))
        #expect(try scratch.mode(try #require(scratch.files().first)) == fileMode)
        #expect(try scratch.mode("ba") == directoryMode)
        #expect(try scratch.mode("") == directoryMode)
    }

    @Test("A spool of another store is rejected")
    func foreignSpool() async throws {
        let other = try ScratchStore()
        let store = try scratch.open()
        let spool = try other.open().openSpool()
        let error = await #expect(throws: SystemCallError.self) { try await store.commit(spool, fileExtension: "png") }
        #expect(error?.code == EINVAL)
    }

    private func inode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }

    private func age(_ path: String) throws -> TimeInterval {
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        return try -#require(date).timeIntervalSinceNow
    }
}
