import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// `attache demo` with samples in a directory, as a process.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct DemoProgramTests {
    private let scratch: ScratchDirectory
    private let samples: String
    private let port: Int

    init() throws {
        scratch = try ScratchDirectory("demo")
        samples = scratch.path("samples")
        // A port that was free a moment ago.
        port = try LoopbackSocket.refusing().port
    }

    private func run(_ arguments: [String]) async throws -> (end: ProgramEnd, out: String, error: String) {
        let program = try PipedProgram(arguments)
        program.closeInput()
        let out = String(decoding: await program.readRest(), as: UTF8.self)
        let error = await program.standardError
        return (await program.wait(), out, error)
    }

    private func write() async throws -> String {
        let result = try await run(["demo", "--write", samples, "--port", "\(port)"])
        #expect(result.end == .exited(0), "\(result.error)")
        return result.out
    }

    /// Runs `body` while the media files are served.
    private func serving(_ body: () async throws -> Void) async throws {
        let server = try PipedProgram(["demo", "--serve", samples, "--port", "\(port)"])
        server.closeInput()
        #expect(await server.readLine().contains("http://localhost:\(port)/"))
        try await body()
        server.send(SIGINT)
        #expect(await server.wait() == .exited(0))
    }

    private static let outcomes: [(name: String, outcome: String, code: String?)] = [
        ("airship", "attached", nil), ("attached", "attached", nil), ("braze", "attached", nil),
        ("expo", "attached", nil), ("fcm", "attached", nil), ("hive-buttons", "attached", "lint.media-with-actions"),
        ("http", "plain", "ats.insecure-http"), ("no-flag", "untouched", "gate.mutable-content-missing"),
        ("onesignal", "attached", nil), ("silent", "untouched", "gate.background-push"),
        ("too-large", "plain", "size.too-large"), ("webp", "plain", "type.extension-unsupported"),
    ]

    @Test("Each sample has the outcome and the reason that its name says")
    func outcomes() async throws {
        _ = try await write()
        let files = Self.outcomes.map { "\(samples)/\($0.name).json" }
        let payloads = try FileManager.default.contentsOfDirectory(atPath: samples).filter { $0.hasSuffix(".json") }
        #expect(payloads.sorted() == Self.outcomes.map { "\($0.name).json" })
        try await serving {
            let result = try await run(["rewrite", "--allow-host", "localhost:\(port)"] + files)
            #expect(result.end == .exited(0), "\(result.error)")
            let lines = result.out.split(separator: "\n")
            #expect(lines.count == files.count)
            for (line, expected) in zip(lines, Self.outcomes) {
                let found = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                let codes = (found["reasons"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
                #expect(found["outcome"] as? String == expected.outcome, "\(line)")
                #expect(expected.code.map(codes.contains) ?? true, "\(line)")
            }
        }
    }

    @Test("Every command of the guide works as printed")
    func guide() async throws {
        let guide = try await write()
        #expect(guide.contains("  fcm.json "))
        let commands = guide.split(separator: "\n").filter { $0.hasPrefix("  attache ") }
            .map { $0.split(separator: " ").dropFirst().map(String.init) }
        #expect(commands.first == ["demo", "--serve", samples, "--port", "\(port)"])
        try await serving {
            for command in commands.dropFirst() {
                let words = command.map { $0 == "results" ? scratch.path("results") : $0 }
                let result = try await run(words)
                #expect(result.end == .exited(command.first == "lint" ? 4 : 0), "\(words): \(result.error)")
                #expect(!result.out.contains("fetch."), "\(words): \(result.out)")
            }
        }
        #expect(commands.count == 7)
    }

    @Test(
        "Only media files are served",
        arguments: [("photo.png", 200), ("fcm.json", 404), ("none.png", 404), ("", 404)]
    )
    func served(_ name: String, _ status: Int) async throws {
        _ = try await write()
        try await serving {
            let client = try LoopbackClient(port: port)
            client.get("/\(name)")
            #expect(try #require(client.response()).status == status)
        }
    }

    @Test("A directory with files is refused, and keeps them")
    func fullDirectory() async throws {
        try scratch.write("mine", to: "samples/attached.json")
        let result = try await run(["demo", "--write", samples])
        #expect(result.end == .exited(2))
        let sentence = GoldenMessages["demo.directory-not-empty", ["path": samples]]
        #expect(result.error == "attache: \(sentence)\n")
        #expect(scratch.text("samples/attached.json") == "mine")
        #expect(try FileManager.default.contentsOfDirectory(atPath: samples).count == 1)
    }

    @Test("An empty directory is filled, also below one that does not exist")
    func emptyDirectory() async throws {
        try FileManager.default.createDirectory(atPath: samples, withIntermediateDirectories: true)
        _ = try await write()
        #expect(scratch.exists("samples/huge.jpg"))
        #expect(try await run(["demo", "--write", scratch.path("a/b")]).end == .exited(0))
        #expect(scratch.text("a/b/attached.json").contains("http://localhost:8421/photo.png"))
    }

    @Test(
        "Wrong usage is refused",
        arguments: [
            ["--serve", "no-such-directory"], ["--serve", "."], ["--write", "a", "--serve", "a"],
            ["--write", "a", "--port", "0"],
        ]
    )
    func wrongUsage(_ arguments: [String]) async throws {
        // Below the scratch directory, which has no media files.
        let words = arguments.map { $0.hasPrefix("-") || $0 == "0" ? $0 : scratch.path($0) }
        #expect(try await run(["demo"] + words).end == .exited(2))
        #expect(!scratch.exists("a"))
    }

    @Test("A port in use is a fault of this machine")
    func portInUse() async throws {
        _ = try await write()
        let holder = try LoopbackSocket.listening(on: port)
        let result = try await run(["demo", "--serve", samples, "--port", "\(holder.port)"])
        #expect(result.end == .exited(1))
        #expect(result.out.isEmpty)
    }
}
