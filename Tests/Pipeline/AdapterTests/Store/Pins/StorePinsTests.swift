import AttacheCore
import Foundation
import TestWidth
import Testing

@testable import MediaStore

@Suite("Store pins", .inProcess, .timeLimit(.minutes(1)))
struct StorePinsTests {
    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    /// Creates the directory of a run.
    private func run(_ name: String) throws -> String {
        let path = "\(scratch.parent)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        return path
    }

    private func body(_ number: Int) -> [UInt8] {
        Array("\(number) ".utf8) + [UInt8](repeating: 0, count: 1000 - "\(number) ".utf8.count)
    }

    /// Stores four files of an old run, the oldest first.
    private func fill() async throws -> [StoredFile] {
        let store = try scratch.open()
        var files: [StoredFile] = []
        for index in 0..<4 {
            let file = try await store.store(body(index))
            try scratch.age(name(file), seconds: Double(10_000 - index * 100))
            files.append(file)
        }
        return files
    }

    private func name(_ file: StoredFile) -> String { String(file.path.dropFirst(scratch.path.count + 1)) }

    private func kept(of files: [StoredFile]) -> [Bool] {
        files.map { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Stores enough files to exceed the limit by two.
    private func crowd() async throws {
        let store = try scratch.open(byteLimit: 4100)
        for index in 100..<102 { _ = try await store.store(body(index)) }
    }

    @Test("Files pinned by a live run outlive files used later")
    func pinned() async throws {
        let files = try await fill()
        try scratch.open().pins.pin([files[0].sha256, files[1].sha256], forRunAt: try run("out"))
        try await crowd()
        #expect(kept(of: files) == [true, true, false, false])
    }

    @Test("Without a pin the oldest files are evicted")
    func unpinned() async throws {
        let files = try await fill()
        try await crowd()
        #expect(kept(of: files) == [false, false, true, true])
    }

    @Test("A run whose directory is missing pins nothing, and its pins are removed")
    func deadRun() async throws {
        let files = try await fill()
        let path = try run("out")
        try scratch.open().pins.pin([files[0].sha256], forRunAt: path)
        #expect(try pinFiles().count == 1)
        try FileManager.default.removeItem(atPath: path)
        try await crowd()
        #expect(kept(of: files) == [false, false, true, true])
        #expect(try pinFiles().isEmpty)
    }

    @Test("Several runs pin together, and each has its own file")
    func severalRuns() async throws {
        let files = try await fill()
        let pins = try scratch.open().pins
        try pins.pin([files[0].sha256], forRunAt: try run("one"))
        try pins.pin([files[2].sha256], forRunAt: try run("two\nlines"))
        #expect(try pinFiles().count == 2)
        try await crowd()
        #expect(kept(of: files) == [true, false, true, false])
    }

    @Test("A digest is written once, however often it is pinned")
    func once() async throws {
        let path = try run("out")
        let digest = String(repeating: "ab", count: 32)
        let pins = try scratch.open().pins
        try pins.pin([digest, digest], forRunAt: path)
        let size = try text().utf8.count
        try pins.pin([digest], forRunAt: path)
        #expect(try text().utf8.count == size)
        // Another process does not know which digests this one has written.
        try scratch.open().pins.pin([digest], forRunAt: path)
        #expect(try text().utf8.count == size + 66)
        #expect(PinnedDigests(of: try scratch.open().directory).digests.count == 1)
    }

    @Test("An invalid digest is neither written nor read", arguments: ["", "../x", "AB", "ab"])
    func noDigest(_ word: String) async throws {
        let path = try run("out")
        try scratch.open().pins.pin(
            [word + String(repeating: "ab", count: 32).dropFirst(word == "ab" ? 1 : 0)].filter { $0.utf8.count != 64 },
            forRunAt: path
        )
        #expect(try pinFiles().isEmpty)
    }

    @Test("A line truncated by a crash loses that digest and no other")
    func tornLine() async throws {
        let path = try run("out")
        let digests = (0..<3).map { String(repeating: "a\($0)", count: 32) }
        try scratch.open().pins.pin([digests[0], digests[1]], forRunAt: path)
        let file = try #require(try pinFiles().first)
        try Data(Array(text().utf8).dropLast(10)).write(to: URL(filePath: file))
        try scratch.open().pins.pin([digests[2]], forRunAt: path)
        let pinned = PinnedDigests(of: try scratch.open().directory)
        #expect(digests.map { pinned.contains($0 + ".png") } == [true, false, true])
    }

    @Test("A hundred thousand digests are found, and adjacent ones are not")
    func many() throws {
        var generator = SystemRandomNumberGenerator()
        let digests = (0..<100_000).map { _ in
            (0..<4).map { _ in
                let word = String(generator.next() as UInt64, radix: 16)
                return String(repeating: "0", count: 16 - word.count) + word
            }.joined()
        }
        try scratch.open().pins.pin(digests, forRunAt: try run("out"))
        let pinned = PinnedDigests(of: try scratch.open().directory)
        #expect(pinned.digests.count == Set(digests).count)
        #expect(digests.allSatisfy { pinned.contains($0 + ".jpg") })
        #expect(!pinned.contains(String(repeating: "f", count: 64) + ".png"))
        #expect(!pinned.contains(String(repeating: "0", count: 64) + ".png"))
    }

    @Test("A run that starts over releases its pins")
    func startedOver() async throws {
        let files = try await fill()
        let path = try run("out")
        let pins = try scratch.open().pins
        try pins.pin(files.map(\.sha256), forRunAt: path)
        pins.unpin(forRunAt: path)
        try pins.pin([files[1].sha256], forRunAt: path)
        try await crowd()
        #expect(kept(of: files) == [false, true, false, true])
    }

    @Test("A run whose disk is absent keeps its pins for a time", arguments: [29, 31])
    func absentDisk(days: Int) async throws {
        let files = try await fill()
        let disk = try run("disk")
        let path = try run("disk/out")
        try scratch.open().pins.pin([files[0].sha256, files[1].sha256], forRunAt: path)
        let file = try #require(try pinFiles().first)
        let date = Date(timeIntervalSinceNow: Double(-days * 24 * 3600))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
        try FileManager.default.removeItem(atPath: disk)
        try await crowd()
        #expect(kept(of: files) == (days < 30 ? [true, true, false, false] : [false, false, true, true]))
        #expect(try pinFiles().count == (days < 30 ? 1 : 0))
    }

    @Test("If another disk is mounted than before, a missing directory may be on the earlier one")
    func otherDevice() throws {
        let path = "\(scratch.parent)/never"
        let device = try #require(PinnedRun.device(above: path))
        #expect(!PinnedRun(path: path, device: device).isAlive(lastPin: 0, now: 1))
        #expect(PinnedRun(path: path, device: device + 1).isAlive(lastPin: 0, now: 1))
        #expect(!PinnedRun(path: path, device: device + 1).isAlive(lastPin: 0, now: PinnedRun.gracePeriod))
        #expect(PinnedRun(path: scratch.parent, device: device + 1).isAlive(lastPin: 0, now: PinnedRun.gracePeriod))
    }

    @Test("Many runs with the same media use the memory of one")
    func sameMedia() throws {
        let digests = (0..<2000).map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 64 - digits.count) + digits
        }
        for index in 0..<5 { try scratch.open().pins.pin(digests, forRunAt: try run("out-\(index)")) }
        let pinned = PinnedDigests(of: try scratch.open().directory)
        #expect(pinned.digests.count == digests.count)
        #expect(pinned.digests.capacity < 5 * digests.count)
        #expect(pinned.runCount == 5)
    }

    private func pinFiles() throws -> [String] {
        let directory = scratch.path + "/pins"
        guard FileManager.default.fileExists(atPath: directory) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: directory).map { "\(directory)/\($0)" }
    }

    private func text() throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: try #require(try pinFiles().first))), as: UTF8.self)
    }
}
