import Foundation
import TestWidth
import Testing

@testable import MediaStore

@Suite("Leftover spools", .inProcess, .timeLimit(.minutes(1)))
struct LeftoverSpoolsTests {
    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    @Test("Old unfinished files are removed, recent ones are kept", arguments: [(590, true), (610, false)])
    func age(seconds: Double, isKept: Bool) throws {
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/.spool",
            withIntermediateDirectories: true
        )
        try Data([1]).write(to: URL(filePath: scratch.path + "/.spool/left"))
        try scratch.age(".spool/left", seconds: seconds)
        _ = try scratch.open()
        #expect(scratch.files().isEmpty != isKept)
    }

    @Test("An old unfinished file of a running owner is kept")
    func living() throws {
        let store = try scratch.open()
        let spool = FileSpool(in: store.directory, file: try SpoolFile.openNamed(in: store.directory))
        try spool.append([1].span)
        let name = try #require(scratch.files().first)
        try scratch.age(name, seconds: 5000)
        _ = try scratch.open()
        #expect(scratch.files() == [name])
        #expect(try spool.read(at: 0, count: 1) == [1])
    }
}
