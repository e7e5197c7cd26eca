import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import ExtensionSources

@Suite("Compiled programs of extensions", .inProcess, .timeLimit(.minutes(1)))
struct ScratchProgramsTests {
    private let scratch: ScratchDirectory
    private var folder: URL { scratch.url }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func item(_ text: String, class name: String = "Service", module: String = "App") throws -> ScratchExtension
    {
        let file = folder.appendingPathComponent("app/a.swift")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return ScratchExtension(module: module, principalClass: name, sources: try ExtensionSources([file.path]))
    }

    private func built(_ text: String) throws -> String {
        let file = folder.appendingPathComponent("built-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private var kept: [String] {
        get throws {
            let programs = folder.appendingPathComponent("programs").path
            return try FileManager.default.contentsOfDirectory(atPath: programs).sorted()
        }
    }

    @Test("The text, the module and the principal class tell programs apart")
    func keys() throws {
        let items = [
            try item("a"), try item("b"), try item("a", class: "Other"), try item("a", module: "Other"),
        ]
        #expect(Set(items.map { ScratchPrograms.key(of: [$0]) }).count == 4)
        #expect(ScratchPrograms.key(of: [items[0]]) == ScratchPrograms.key(of: [try item("a")]))
    }

    @Test("The programs that were placed longest ago are removed", arguments: [1, 2, 5])
    func bounded(limit: Int) throws {
        let programs = ScratchPrograms(directory: folder.appendingPathComponent("programs").path, limit: limit)
        var keys: [String] = []
        for number in 0..<5 {
            let item = try item("\(number)")
            keys.append(ScratchPrograms.key(of: [item]))
            let path = try programs.place(try built("\(number)"), of: [item])
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "\(number)")
            // The order of times, and not that of a fast machine.
            let place = folder.appendingPathComponent("programs/\(keys[number])").path
            let date = Date(timeIntervalSince1970: 1_000_000 + Double(number))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: place)
        }
        #expect(try kept == keys.suffix(limit).sorted())
    }

    @Test("A program of the same sources takes the place of the former, and is the newest")
    func again() throws {
        let programs = ScratchPrograms(directory: folder.appendingPathComponent("programs").path, limit: 2)
        let first = try item("first")
        let path = try programs.place(try built("old"), of: [first])
        let place = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let old = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: place)
        let same = try built("new")
        #expect(try programs.place(same, of: [first]) == path)
        #expect(try programs.place(same, of: [first]) == path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["ExtensionRunner"])
        let date = try FileManager.default.attributesOfItem(atPath: place)[.modificationDate] as? Date
        #expect(date != old)
    }

    @Test("A program that was not built is an error with its path")
    func missing() throws {
        let programs = ScratchPrograms(directory: folder.appendingPathComponent("programs").path)
        let item = try item("a")
        #expect(throws: (any Error).self) { try programs.place("/no/such/program", of: [item]) }
    }
}
