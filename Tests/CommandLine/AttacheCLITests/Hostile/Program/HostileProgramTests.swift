import AttacheCore
import Foundation
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

/// Cases about the program: its environment, its input and its exit.
@Suite("Hostile environment", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileProgramTests {
    private static let plain = #"{"aps":{"alert":"Hello"}}"#

    @Test("case 108: proxy variables are ignored")
    func proxyVariables() async throws {
        let proxy = try LoopbackOrigin.start { _ in .status(502) }
        defer { proxy.stop() }
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        try await HostileScene.with { scene in
            let row = SceneRow.proxyVariables
            let file = try scene.write(HostileScene.payload(origin.url("/a.png")), to: "a.json")
            let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].map {
                "\($0)=\(proxy.url())"
            }
            let ending = try await HostileRecorder.measure(row) {
                try await AttacheProgram(scene: scene, before: variables).run(
                    ["rewrite", "--allow-address", "127.0.0.1:\(origin.port)", file]
                )
            }
            #expect(try ProgramReport(try #require(ending.lines.first)).verdict == row.verdict, "\(ending)")
            #expect(proxy.connectionCount == 0)
        }
    }

    @Test("The variable by which libcurl writes TLS keys to a file is ignored")
    func keyLog() async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        try await HostileScene.with { scene in
            let file = try scene.write(HostileScene.payload(origin.url("/a.png")), to: "a.json")
            let keys = try scene.write("", to: "keys")
            try FileManager.default.removeItem(atPath: keys)
            let ending = try await AttacheProgram(scene: scene, before: ["SSLKEYLOGFILE=\(keys)"]).run(
                ["rewrite", "--allow-address", "127.0.0.1:\(origin.port)", file]
            )
            #expect(try ProgramReport(try #require(ending.lines.first)).verdict == .attached, "\(ending)")
            // libcurl creates it before the first connection, with TLS or without.
            #expect(!FileManager.default.fileExists(atPath: keys))
        }
    }

    @Test("case 138: one invalid line among 2,000", arguments: ["\n", "\r\n"])
    func badLine(end: String) async throws {
        try await HostileScene.with { scene in
            let lines = (0..<2000).map { $0 == 1000 ? #"{"aps":"# : Self.plain }
            let input = try scene.write(lines.joined(separator: end), to: "in.ndjson")
            let row = SceneRow.badLine
            let ending = try await HostileRecorder.measure(row) {
                try await AttacheProgram(scene: scene).run(["rewrite", input])
            }
            let reports = try ending.lines.map { try ProgramReport($0) }
            #expect(ending.status == 3)
            #expect(reports.map(\.source) == (1...2000).map { "\(input)#\($0)" })
            for (index, report) in reports.enumerated() {
                #expect(report.verdict == (index == 1000 ? row : SceneRow.besideBadLine).verdict)
            }
        }
    }

    @Test("case 139: memory does not grow with the length of a line")
    func longLine() async throws {
        try await HostileScene.with { scene in
            var peaks: [Int: Int] = [:]
            // The peak is sampled, and that of a short run can be missed: the highest of several is the one to compare with.
            for megabytes in [1, 1, 1, 1, 64] {
                let input = try scene.write("", to: "\(megabytes).ndjson")
                let handle = try #require(FileHandle(forWritingAtPath: input))
                try handle.truncate(atOffset: UInt64(megabytes) << 20)
                try handle.seekToEnd()
                try handle.write(contentsOf: Data("\n\(Self.plain)\n".utf8))
                try handle.close()
                let row = SceneRow.longLine
                let ending = try await HostileRecorder.measure(row) {
                    try await AttacheProgram(scene: scene).run(["rewrite", input])
                }
                let verdicts = try ending.lines.map { try ProgramReport($0).verdict }
                #expect(verdicts == [row.verdict, SceneRow.behindLongLine.verdict])
                #expect(ending.status == 3)
                peaks[megabytes] = max(peaks[megabytes] ?? 0, ending.peakByteCount)
            }
            #expect(try #require(peaks[64]) < #require(peaks[1]) + (8 << 20), "\(peaks)")
        }
    }

    @Test("case 142: other file types are reported and skipped")
    func unreadable() async throws {
        try await HostileScene.with { scene in
            let directory = scene.directory + "/directory.json"
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
            let loop = scene.directory + "/loop.json"
            try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
            let odd = [directory, loop, "/dev/zero", "/dev/null"]
            let empty = try scene.write("", to: "empty.json")
            let good = try scene.write(Self.plain, to: "good.json")
            let row = SceneRow.unreadable
            let ending = try await HostileRecorder.measure(row) {
                try await AttacheProgram(scene: scene).run(["rewrite"] + odd + [empty, good])
            }
            let verdicts = try ending.lines.map { try ProgramReport($0).verdict }
            let last = [SceneRow.emptyFile.verdict, SceneRow.oddNames.verdict]
            #expect(verdicts == Array(repeating: row.verdict, count: odd.count) + last)
            #expect(ending.status == 3)
        }
    }

    @Test("case 143: unusual names of valid files")
    func oddNames() async throws {
        try await HostileScene.with { scene in
            let names = ["-v.json", "a\nb.json", "a b.json", "a\u{1B}[31m.json", "ä.json", "'\";$(reboot).json"]
            for name in names { try scene.write(Self.plain, to: name) }
            let row = SceneRow.oddNames
            let ending = try await HostileRecorder.measure(row) {
                try await AttacheProgram(scene: scene).run(["rewrite", "--"] + names)
            }
            let reports = try ending.lines.map { try ProgramReport($0) }
            #expect(reports.map(\.source) == names)
            #expect(reports.allSatisfy { $0.verdict == row.verdict })
            #expect(ending.status == 0)
        }
    }

    @Test("case 143: a name that is not valid UTF-8 is reported, with escaping")
    func nameOfBytes() async throws {
        try await HostileScene.with { scene in
            // Swift's arguments are text, so that such a file cannot be named; it is reported like a missing one.
            let shell = [
                "sh", "-c", #"printf '%s' '{"aps":{}}' >"$(printf 'a\377.json')"; exec "$@" "$(printf 'a\377.json')""#,
            ]
            let row = SceneRow.nameOfBytes
            let ending = try await HostileRecorder.measure(row) {
                try await AttacheProgram(scene: scene, before: shell + ["sh"]).run(["rewrite"])
            }
            #expect(try ending.lines.map { try ProgramReport($0).verdict } == [row.verdict], "\(ending)")
            #expect(ending.status == 3)
        }
    }

    @Test("case 151: escape sequences do not reach the terminal")
    func escapes() async throws {
        try await HostileScene.with { scene in
            let payload = HostileScene.payload("https://a.example/\u{1B}[2J\u{1B}]0;x\u{7}\n.png")
            let file = try scene.write(payload, to: "a\u{1B}[31m\n.json")
            let row = SceneRow.escapes
            let report = try await HostileRecorder.measure(row) {
                try await AttacheProgram(scene: scene).run(["rewrite", file])
            }
            #expect(try ProgramReport(try #require(report.lines.first)).verdict == row.verdict)
            let verbose = try await AttacheProgram(scene: scene).run(["rewrite", "-vv", "--emit", "payload", file])
            let explained = try await AttacheProgram(scene: scene).run(["explain", file])
            for text in [report.lines.joined(), verbose.errors, explained.lines.joined(), explained.errors] {
                #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{7F}" }, "\(text)")
            }
            #expect(verbose.errors.contains("url.invalid"))
        }
    }

    @Test("case 152: secrets of a query are not reported")
    func secrets() async throws {
        try await HostileScene.with { scene in
            let url = "https://10.0.0.1/a.png?token=hunter2"
            let file = try scene.write(HostileScene.payload(url), to: "a.json")
            let row = SceneRow.secrets
            let ending = try await HostileRecorder.measure(row) {
                try await AttacheProgram(scene: scene).run(["rewrite", "-vv", file])
            }
            let report = try ProgramReport(try #require(ending.lines.first))
            #expect(report.verdict == row.verdict)
            #expect(!report.sentences.joined().contains("hunter2"))
            // The URL passed to the app stays complete.
            #expect(ending.lines.joined().contains("hunter2"))
            let verbose = try await AttacheProgram(scene: scene).run(["rewrite", "-vv", "--emit", "payload", file])
            #expect(verbose.errors.contains("egress.address-denied"))
            #expect(!(ending.errors + verbose.errors).contains("hunter2"))
        }
    }
}
