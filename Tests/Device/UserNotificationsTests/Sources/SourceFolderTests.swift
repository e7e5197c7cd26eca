import AttacheSystem
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import ExtensionSources

@Suite("The files of an extension's folder", .inProcess, .timeLimit(.minutes(1)))
struct SourceFolderTests {
    private static let service = "class NotificationService: UNNotificationServiceExtension {}\n"
    private let scratch: ScratchDirectory
    private var folder: URL { scratch.url }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func write(_ name: String, _ bytes: Data = Data(service.utf8)) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
    }

    private func link(_ name: String, to target: String) throws {
        let place = folder.appendingPathComponent(name).path
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
    }

    private func names(_ paths: String...) throws -> [String] {
        let sources = try ExtensionSources(paths.map { folder.appendingPathComponent($0).path })
        return (sources.files.map(\.path) + sources.resources).map { String($0.dropFirst(folder.path.count + 1)) }
    }

    @Test("A folder is read once, also through links, and nothing but files is read")
    func links() throws {
        try write("a.swift")
        for name in ["loop", "again"] {
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent(name),
                withDestinationURL: folder
            )
        }
        #expect(unsafe mkfifo(folder.appendingPathComponent("b.swift").path, 0o600) == 0)
        let path = folder.path
        #expect(try ExtensionSources([path, path + "/a.swift"]).files.count == 1)
    }

    @Test("A link is followed to a file, and to a folder below a given path")
    func linkedFolders() throws {
        for name in [
            "Svc/a.swift", "Svc/z/b.swift", "Svc2/c.swift", "Shared/d.swift", "Sounds.bundle/a.wav", "e.swift",
        ] {
            try write(name)
        }
        let links = [
            "root": "/", "up": "..", "named": "../Svc2", "library": "../Shared", "inside": "z",
            "file.swift": "../e.swift",
            "Sounds.bundle": "../Sounds.bundle", "nothing": "../none",
        ]
        for (name, target) in links { try link("Svc/\(name)", to: target) }
        #expect(try names("Svc") == ["Svc/a.swift", "Svc/file.swift", "Svc/inside/b.swift"])
        // What is given itself may be a link, and makes a folder one of the extension's.
        #expect(try names("Svc/library") == ["Svc/library/d.swift"])
        #expect(
            try names("Svc", "Shared") == [
                "Svc/a.swift", "Svc/file.swift", "Svc/inside/b.swift", "Svc/library/d.swift",
            ]
        )
    }

    @Test("A folder with more files or bytes than an extension has is an error", arguments: [(4097, 1), (5, 15 << 20)])
    func limits(count: Int, size: Int) throws {
        let line = Data(repeating: UInt8(ascii: "\n"), count: size)
        for number in 1...count { try write("Svc/\(number).swift", line) }
        do throws(SystemCallError) {
            _ = try ExtensionSources([folder.appendingPathComponent("Svc").path])
            Issue.record("The folder has more than the limit.")
        } catch {
            #expect(error.code == E2BIG && error.path == folder.appendingPathComponent("Svc").path)
        }
    }

    @Test("Words and marks are counted, which take more memory than their text")
    func tokens() throws {
        try write("Svc/a.swift", Data(repeating: UInt8(ascii: "."), count: 12 << 20))
        do throws(SystemCallError) {
            _ = try ExtensionSources([folder.appendingPathComponent("Svc").path])
            Issue.record("The folder has more than the limit.")
        } catch {
            #expect(error.code == E2BIG)
        }
        let dots = SourceFile(path: "a.swift", bytes: Array("a.b.c".utf8), tokenLimit: 2)
        #expect(dots.tokens.map(\.text) == ["a", ".", "b"])
    }

    @Test("A folder with 4096 files is read")
    func most() throws {
        for number in 1...4096 { try write("Svc/\(number).swift", Data()) }
        #expect(try names("Svc").count == 4096)
    }
}
