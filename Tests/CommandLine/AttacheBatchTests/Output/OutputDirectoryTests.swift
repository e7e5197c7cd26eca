import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheBatch

/// The directory of a run's own files, where another program may have put links.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct OutputDirectoryTests {
    private final class Scratch {
        private let directory: ScratchDirectory
        var path: String { directory.path }

        init() throws {
            directory = try ScratchDirectory()
            for name in ["out", "target"] {
                try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/target")
        }

        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(name)",
                withDestinationPath: "\(path)/\(target)"
            )
        }

        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
        }
    }

    /// A directory of results may come from somebody else, with a ledger that names files elsewhere.
    @Test(
        "A name of a ledger is one below the directory",
        arguments: [
            ("a.json", true), ("deep/er/a.json", true), ("a..b", true), ("/etc/passwd", false), ("../a.json", false),
            ("a/../../b", false), ("a/..", false), (".attache/ledger.sqlite", false), (".attache", false), ("", false),
        ]
    )
    func names(_ name: String, isTaken: Bool) {
        #expect((OutputDirectory.name(fromLedger: Array(name.utf8)) != nil) == isTaken)
    }

    @Test(arguments: [".attache", ".attache/parts"])
    func aLinkToADirectoryIsRefusedAndItsTargetUntouched(_ name: String) throws {
        let scratch = try Scratch()
        if name != ".attache" {
            try FileManager.default.createDirectory(
                atPath: "\(scratch.path)/out/.attache",
                withIntermediateDirectories: false
            )
        }
        try scratch.link("out/\(name)", to: "target")
        let error = #expect(throws: BatchError.self) { try OutputDirectory("\(scratch.path)/out") }
        #expect(error?.kind == .usage)
        #expect(error?.sentence.contains(GoldenMessages["batch.output-no-directory"]) == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/target").isEmpty)
        #expect(try scratch.mode("target") == 0o755)
    }

    @Test func aLinkInPlaceOfTheLockIsRefused() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: "\(scratch.path)/out/.attache",
            withIntermediateDirectories: false
        )
        try scratch.link("out/.attache/lock", to: "target/lock")
        #expect(throws: BatchError.self) { try OutputDirectory("\(scratch.path)/out") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/target").isEmpty)
    }

    @Test(
        "The directory itself may be a link, and only its owner reads what is the run's own",
        arguments: [true, false]
    )
    func own(isLink: Bool) throws {
        let scratch = try Scratch()
        if isLink { try scratch.link("link", to: "out") }
        let output = try OutputDirectory("\(scratch.path)/\(isLink ? "link" : "out")")
        #expect(try scratch.mode("out/.attache") == 0o700)
        #expect(try scratch.mode("out/.attache/parts") == 0o700)
        #expect(try scratch.mode("out/.attache/lock") == 0o600)
        let error = #expect(throws: BatchError.self) { try OutputDirectory("\(scratch.path)/out") }
        #expect(error?.sentence.contains(GoldenMessages["batch.output-in-use"]) == true)
        withExtendedLifetime(output) {}
    }
}
