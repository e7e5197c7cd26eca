import AttacheCore
import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import MediaStore

@Suite("Store limit", .inProcess, .timeLimit(.minutes(1)))
struct StoreEvictorTests {
    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    @Test("The least recently used files are evicted first, and no more than needed", arguments: [0, 1, 2, 3])
    func order(newFileCount: Int) async throws {
        let names = try await fill(count: 4, byteCount: 1000)
        // Room for four files and the sixty-fourth that is kept free, but not for five.
        let store = try scratch.open(byteLimit: 4100)
        for index in 0..<newFileCount { _ = try await store.store(body(100 + index, 1000)) }
        let kept = Set(scratch.files())
        #expect(names.filter(kept.contains) == Array(names.dropFirst(newFileCount)))
        #expect(kept.count == 4)
    }

    @Test("At the limit nothing is evicted, one byte above it a file is", arguments: [(5000, 5), (4999, 4)])
    func boundary(limit: Int, count: Int) async throws {
        _ = try await fill(count: 4, byteCount: 1000)
        _ = try await scratch.open(byteLimit: limit).store(body(9, 1000))
        #expect(scratch.files().count == count)
    }

    @Test("A file that is used again counts as new")
    func reuse() async throws {
        let names = try await fill(count: 4, byteCount: 1000)
        let store = try scratch.open(byteLimit: 4100)
        _ = try await store.store(body(0, 1000))
        _ = try await store.store(body(100, 1000))
        let kept = Set(scratch.files())
        #expect(names.filter(kept.contains) == [names[0], names[2], names[3]])
    }

    @Test("Files stored by this run stay and count, so that the limit holds")
    func protection() async throws {
        let store = try scratch.open(byteLimit: 3000)
        var files: [StoredFile] = []
        for index in 0..<3 { files.append(try await store.store(body(index, 1000))) }
        for index in 3..<6 {
            let error = await #expect(throws: SystemCallError.self) { try await store.store(body(index, 1000)) }
            #expect(error?.reason.code == .attachStoreFull)
            #expect(error?.reason.isPermanent == false)
        }
        #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
        #expect(scratch.files().count == 3)
    }

    @Test("Foreign files are not evicted")
    func foreignFiles() async throws {
        _ = try await fill(count: 2, byteCount: 1000)
        let foreign = ["README", "00/notes.txt"]
        for name in foreign {
            let url = URL(filePath: "\(scratch.path)/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(repeating: 1, count: 5000).write(to: url)
            try scratch.age(name, seconds: 90_000)
        }
        _ = try await scratch.open(byteLimit: 1000).store(body(9, 1000))
        #expect(scratch.files().filter { foreign.contains($0) }.count == 2)
        #expect(scratch.files().count == 3)
    }

    @Test("A file that is touched after it was selected is restored")
    func touched() async throws {
        let name = try #require(try await fill(count: 1, byteCount: 10).first)
        let store = try scratch.open()
        var census = StoreCensus { $0.isOlder(than: time(nil)) }
        census.count(store.directory)
        let chosen = try #require(census.oldest.first)
        _ = try await store.store(body(0, 10))
        #expect(!Eviction(file: chosen, directory: store.directory).evict())
        #expect(scratch.files() == [name])
    }

    /// Stores files of an old run, the oldest first.
    private func fill(count: Int, byteCount: Int) async throws -> [String] {
        let store = try scratch.open()
        var names: [String] = []
        for index in 0..<count {
            let file = try await store.store(body(index, byteCount))
            let name = String(file.path.dropFirst(scratch.path.count + 1))
            try scratch.age(name, seconds: Double(10_000 - index * 100))
            names.append(name)
        }
        return names
    }

    private func body(_ number: Int, _ byteCount: Int) -> [UInt8] { ScratchStore.body(number, byteCount) }
}
