import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("The files of a command that runs again", .inProcess, .timeLimit(.minutes(1)))
struct FileWatchTests {
    private let scratch: ScratchDirectory
    private var folder: URL { scratch.url }
    private let text = "class Service: UNNotificationServiceExtension {}\n"

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    @Test("A file that is not touched is no change")
    func same() throws {
        let source = try file("a.swift", text)
        let payload = try file("push.json", "{}")
        #expect(FileWatch([source], [payload]) == FileWatch([source], [payload]))
        #expect(FileWatch([source], [payload]).isComplete)
    }

    enum Replacement: CaseIterable {
        case write
        case rename
        case removeAndCreate
    }

    @Test(
        "A file of the same text that an editor replaced is a change, each time",
        arguments: Replacement.allCases,
        [true, false]
    )
    func replaced(by replacement: Replacement, isFolder: Bool) throws {
        let source = try file("a.swift", text)
        let paths = [isFolder ? folder.path : source]
        for number in 1...3 {
            let before = FileWatch(paths, [])
            switch replacement {
            case .write: _ = try file("a.swift", text + String(repeating: "\n", count: number))
            case .rename:
                let other = try file("a.swift~", text)
                #expect(unsafe rename(other, source) == 0)
            case .removeAndCreate:
                try FileManager.default.removeItem(atPath: source)
                // A folder without sources, or no file, is not the moment to run.
                #expect(!FileWatch(paths, []).isComplete)
                _ = try file("a.swift", text + "//\(number)")
            }
            let after = FileWatch(paths, [])
            #expect(after.isComplete && after != before)
        }
    }

    @Test("A file of a bundle is watched, and a link in it is not followed")
    func bundle() throws {
        _ = try file("a.swift", text)
        let sounds = folder.appendingPathComponent("Sounds.bundle/de.lproj")
        try FileManager.default.createDirectory(at: sounds, withIntermediateDirectories: true)
        let link = sounds.appendingPathComponent("again")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: sounds)
        _ = try file("Sounds.bundle/de.lproj/a.strings", "")
        let before = FileWatch([folder.path], [])
        _ = try file("Sounds.bundle/de.lproj/a.strings", "\"a\" = \"b\";")
        #expect(FileWatch([folder.path], []) != before)
    }

    @Test("A payload that appears, changes or goes is a change")
    func payload() throws {
        let source = try file("a.swift", text)
        let path = folder.appendingPathComponent("push.json").path
        let missing = FileWatch([source], [path])
        _ = try file("push.json", "{}")
        let present = FileWatch([source], [path])
        _ = try file("push.json", "{\"aps\":1}")
        let changed = FileWatch([source], [path])
        #expect(missing != present && present != changed && changed != missing)
    }
}
