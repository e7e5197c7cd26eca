import AttacheCore
import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import MediaStore

/// What a crash of the machine or of a process leaves of files that were not on the disk.
@Suite("Recovery of the store after a crash", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct BootRecoveryTests {
    /// A use of a stored file.
    enum Use: CaseIterable {
        case store
        case storeInGroup
        case reuse
        case open
    }

    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    private func name(_ file: StoredFile) -> String { String(file.path.dropFirst(scratch.path.count + 1)) }

    private var mark: URL { URL(filePath: "\(scratch.path)/\(BootMark.name)") }

    /// Replaces the content of a file, as a crash of the machine does.
    private func damage(_ file: StoredFile, to bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: file.path))
    }

    /// Starts the machine again, or another one: `mark` is what the store says of the boot, and `nil` is no mark.
    private func boot(mark text: String? = "another boot\n") throws {
        for name in scratch.files() { try scratch.age(name, seconds: 1) }
        try FileManager.default.removeItem(at: mark)
        if let text { try Data(text.utf8).write(to: mark) }
    }

    /// Uses the file in a new process, and returns whether that found it.
    private func find(_ file: StoredFile, _ use: Use) async throws -> Bool {
        switch use {
        case .store: try await scratch.open().store([1, 2, 3]) == file
        case .storeInGroup: try await scratch.open(durability: .grouped).store([1, 2, 3]) == file
        case .reuse: try await scratch.open().reuse(file, fileExtension: "png", for: 0) != nil
        case .open: try await scratch.open().open(file.sha256) != nil
        }
    }

    /// Zeros, as file systems leave them, have the right length: only the digest differs.
    @Test(
        "The first use after a boot finds damage: a store replaces the file, and nothing else gets it",
        arguments: Use.allCases,
        [[0, 0, 0], [1, 2], []] as [[UInt8]]
    )
    func machineDied(use: Use, left: [UInt8]) async throws {
        let file = try await scratch.open().store([1, 2, 3])
        try damage(file, to: left)
        try boot()
        let stores = use == .store || use == .storeInGroup
        #expect(try await find(file, use) == stores)
        #expect(FileManager.default.contents(atPath: file.path) == Data(stores ? [1, 2, 3] : left))
    }

    @Test(
        "The first use of an intact file after a boot marks it, so that later ones do not read it",
        arguments: Use.allCases
    )
    func intact(use: Use) async throws {
        let file = try await scratch.open().store([1, 2, 3])
        try boot()
        #expect(try await find(file, use))
        try damage(file, to: [0, 0, 0])
        #expect(try await find(file, use))
        #expect(FileManager.default.contents(atPath: file.path) == Data([0, 0, 0]))
    }

    /// A day, and the year 2400.
    @Test("A file from the future may be of a boot with another clock", arguments: [86_400.0, 12_000_000_000])
    func future(seconds: Double) async throws {
        let file = try await scratch.open().store([1, 2, 3])
        try damage(file, to: [0, 0, 0])
        try scratch.age(name(file), seconds: -seconds)
        #expect(try await !find(file, .reuse))
    }

    @Test("A mark that names no boot, or is missing, is one of another boot", arguments: [nil, "", "\n"])
    func otherMarks(text: String?) async throws {
        let file = try await scratch.open().store([1, 2, 3])
        try damage(file, to: [0, 0, 0])
        try boot(mark: text)
        #expect(try await !find(file, .reuse))
    }

    @Test("A mark is written once in a boot, and again when the clock was set back")
    func oneMark() throws {
        let changed = { try FileManager.default.attributesOfItem(atPath: mark.path)[.modificationDate] as? Date }
        _ = try scratch.open()
        try scratch.age(BootMark.name, seconds: 50)
        let first = try changed()
        _ = try scratch.open()
        #expect(try changed() == first)
        try scratch.age(BootMark.name, seconds: -3600)
        _ = try scratch.open()
        #expect(try #require(try changed()) < .now.addingTimeInterval(60))
    }

    @Test("A killed process leaves whole files, for the kernel has every byte of them")
    func killed() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
            let store = try FileMediaStore(
                StoreConfiguration(directory: path, durability: .grouped),
                workers: try WorkerPool(threadCount: 1)
            )
            _ = try await store.store([1, 2, 3])
            raise(SIGKILL)
        }
        #expect(scratch.files().count == 1)
        let store = try scratch.open()
        #expect(FileManager.default.contents(atPath: try await store.store([1, 2, 3]).path) == Data([1, 2, 3]))
        #expect(scratch.files().count == 1)
    }
}
