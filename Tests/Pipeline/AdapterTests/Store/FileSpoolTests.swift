import AttacheCore
import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import MediaStore

@Suite("File spool", .inProcess, .timeLimit(.minutes(1)))
struct FileSpoolTests {
    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    @Test(
        "Any range can be read while the body arrives",
        arguments: [(0, 4, [1, 2, 3, 4]), (3, 2, [4, 5]), (4, 5, [5]), (5, 1, []), (9, 1, []), (0, 0, [])]
            as [(Int, Int, [UInt8])]
    )
    func read(offset: Int, count: Int, expected: [UInt8]) throws {
        let spool = try scratch.open().openSpool()
        try spool.append([1, 2, 3].span)
        try spool.append([4, 5].span)
        #expect(spool.byteCount == 5)
        #expect(try spool.read(at: offset, count: count) == expected)
    }

    @Test("A short body is in memory, a longer one in a file", arguments: [(0, 0), (1, 1)])
    func memory(excess: Int, fileCount: Int) async throws {
        let store = try scratch.open()
        let spool = store.openSpool()
        let bytes = (0..<FileSpool.memoryLimit + excess).map { UInt8(truncatingIfNeeded: $0 / 251) }
        for start in stride(from: 0, to: bytes.count, by: 10_000) {
            try spool.append(Array(bytes[start..<min(bytes.count, start + 10_000)]).span)
        }
        #expect(try descriptors(below: scratch.path).count == fileCount)
        #expect(spool.byteCount == bytes.count)
        #expect(try spool.read(at: 1000, count: bytes.count) == Array(bytes[1000...]))
        let file = try await store.commit(spool, fileExtension: "png")
        #expect(FileManager.default.contents(atPath: file.path) == Data(bytes))
        #expect(try LocalMediaFile(file.path).digest() == file.sha256)
    }

    @Test("A negative range is an error", arguments: [(-1, 1), (0, -1)])
    func negativeRange(offset: Int, count: Int) throws {
        let spool = try scratch.open().openSpool()
        #expect(throws: SystemCallError(operation: "read", code: EINVAL)) { try spool.read(at: offset, count: count) }
    }

    @Test("A discarded spool is closed, and discarding it again has no effect", arguments: [false, true])
    func discard(isNamed: Bool) async throws {
        let store = try scratch.open()
        let spool = try openSpool(of: store, isNamed: isNamed)
        try spool.append([1].span)
        #expect(scratch.files().count == (isNamed ? 1 : 0))
        spool.discard()
        spool.discard()
        #expect(scratch.files().isEmpty)
        #expect(throws: SystemCallError.self) { try spool.append([1].span) }
        #expect(throws: SystemCallError(operation: "read", code: EBADF)) { try spool.read(at: 0, count: 1) }
        await #expect(throws: SystemCallError.self) { try await store.commit(spool, fileExtension: "png") }
    }

    @Test("A released spool leaves neither a file nor a descriptor", arguments: [false, true])
    func release(isNamed: Bool) throws {
        let store = try scratch.open()
        var number: Int32 = -1
        do {
            let spool = try openSpool(of: store, isNamed: isNamed)
            try spool.append([1].span)
            number = try descriptors(below: scratch.path).max() ?? -1
            #expect(number >= 0)
        }
        #expect(scratch.files().isEmpty)
        #expect(try !descriptors(below: scratch.path).contains(number))
    }

    @Test("Without unnamed files, commits give the same result")
    func namedCommit() async throws {
        let store = try scratch.open()
        let spool = try openSpool(of: store, isNamed: true)
        try spool.append(Array("abc".utf8).span)
        let file = try await store.commit(spool, fileExtension: "png")
        #expect(file.sha256.hasPrefix("ba7816bf"))
        #expect(scratch.files() == ["ba/\(file.sha256).png"])
        let again = try openSpool(of: store, isNamed: true)
        try again.append(Array("abc".utf8).span)
        #expect(try await store.commit(again, fileExtension: "png") == file)
        #expect(scratch.files() == ["ba/\(file.sha256).png"])
    }

    private func openSpool(of store: FileMediaStore, isNamed: Bool) throws -> FileSpool {
        let file = isNamed ? nil : try SpoolFile.openUnnamed(in: store.directory)
        return try FileSpool(in: store.directory, file: file ?? SpoolFile.openNamed(in: store.directory))
    }

    /// The open descriptors of regular files below a directory, including unnamed files, without the store's count.
    private func descriptors(below path: String) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            guard let target, target.hasPrefix(path + "/"), !target.hasSuffix("/.size") else { return nil }
            return Int32(name)
        }
    }
}
