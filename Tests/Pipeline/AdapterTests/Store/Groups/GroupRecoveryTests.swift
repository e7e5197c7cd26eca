import AttacheCore
import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import MediaStore

@Suite("Group recovery", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct GroupRecoveryTests {
    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    private var marks: [String] { scratch.files().filter { $0.hasPrefix(".groups/") } }

    /// Writes the mark of a process that no longer runs.
    private func leaveMark(boot: String, age: Double) throws {
        let marks = scratch.path + "/.groups"
        try FileManager.default.createDirectory(atPath: marks, withIntermediateDirectories: true)
        try Data(boot.utf8).write(to: URL(filePath: marks + "/1"))
        try scratch.age(".groups/1", seconds: age)
    }

    /// Replaces the content of a file, as after a crash of the machine.
    private func damage(_ file: StoredFile, to bytes: [UInt8], age: Double) throws -> String {
        try Data(bytes).write(to: URL(filePath: file.path))
        let name = String(file.path.dropFirst(scratch.path.count + 1))
        try scratch.age(name, seconds: age)
        return name
    }

    @Test("After a machine crash, files published since the mark are hashed, and removed if damaged")
    func machineDied() async throws {
        let store = try scratch.open()
        // The same length: only the digest differs.
        let zeroed = try damage(try await store.store([1, 2, 3]), to: [0, 0, 0], age: 50)
        let short = try damage(try await store.store([4, 5, 6]), to: [4, 5], age: 50)
        let whole = try damage(try await store.store([7, 8, 9]), to: [7, 8, 9], age: 50)
        let older = try damage(try await store.store([10, 11]), to: [10], age: 200)
        try leaveMark(boot: "another start of the machine", age: 100)
        let reopened = try scratch.open()
        #expect(Set(scratch.files()) == [whole, older])
        #expect(try await reopened.store([1, 2, 3]).sha256 == zeroed.dropFirst(3).prefix(64))
        #expect(FileManager.default.contents(atPath: "\(scratch.path)/\(zeroed)") == Data([1, 2, 3]))
        #expect(!scratch.files().contains(short))
    }

    @Test("A mark without a boot identifier counts as one of another boot", arguments: ["", "\n"])
    func cutMark(boot: String) async throws {
        let store = try scratch.open()
        _ = try damage(try await store.store([1, 2, 3]), to: [0, 0, 0], age: 50)
        try leaveMark(boot: boot, age: 100)
        _ = try scratch.open()
        #expect(scratch.files().isEmpty)
    }

    @Test("While the machine runs, the kernel has every byte, and nothing is hashed")
    func processDied() async throws {
        let store = try scratch.open()
        let name = try damage(try await store.store([1, 2, 3]), to: [0, 0, 0], age: 50)
        try leaveMark(boot: SystemBoot.identifier, age: 100)
        _ = try scratch.open()
        #expect(scratch.files() == [name])
    }

    @Test("The mark of a running process stays")
    func living() async throws {
        let store = try scratch.open(durability: .grouped)
        _ = try await store.store([1])
        let mark = try #require(marks.first)
        _ = try scratch.open()
        #expect(marks == [mark])
        store.close()
        #expect(marks.isEmpty)
    }

    @Test("A killed process leaves its mark, and the next one removes it")
    func killed() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
            let store = try FileMediaStore(
                StoreConfiguration(directory: path, durability: .grouped),
                workers: try WorkerPool(threadCount: 1)
            )
            _ = try await store.store([1, 2, 3])
            raise(SIGKILL)
        }
        #expect(scratch.files().count == 2)
        let store = try scratch.open()
        #expect(marks.isEmpty)
        #expect(FileManager.default.contents(atPath: try await store.store([1, 2, 3]).path) == Data([1, 2, 3]))
        #expect(scratch.files().count == 1)
    }
}
