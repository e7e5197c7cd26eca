import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// The `attache cache` command.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct CacheProgramTests {
    /// Runs the program until it exits.
    private func run(_ arguments: [String], input: String = "") async throws -> (
        end: ProgramEnd, output: String, standardError: String
    ) {
        let program = try PipedProgram(arguments)
        program.write(input)
        program.closeInput()
        var output = ""
        while case let line = await program.readLine(), !line.isEmpty { output += line }
        let end = await program.wait()
        return (end, output, await program.standardError)
    }

    private func withStore(_ body: (String) async throws -> Void) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let store = scratch.path
        try await body(store)
    }

    @Test func missingCacheIsReported() async throws {
        let (end, output, standardError) = try await run(["cache", "stat", "--store", "/nonexistent/store"])
        #expect(end == .exited(1))
        #expect(output == "")
        let sentence = GoldenMessages["cache.none", ["directory": "/nonexistent/store"]]
        #expect(standardError == "attache: \(sentence)\n")
    }

    @Test func emptyCacheIsCounted() async throws {
        try await withStore { store in
            let (end, output, _) = try await run(["cache", "stat", "--json", "--store", store])
            #expect(end == .exited(0))
            let counts = #""files":0,"bytes":0,"pinned":{"files":0,"bytes":0,"runs":0}}"#
            #expect(output == #"{"store":"\#(store)",\#(counts)"# + "\n")
        }
    }

    @Test func damagedFileIsReportedAndMoved() async throws {
        try await withStore { store in
            let name = String(repeating: "ab", count: 32) + ".png"
            try FileManager.default.createDirectory(atPath: store + "/ab", withIntermediateDirectories: true)
            try Data([1, 2, 3]).write(to: URL(filePath: "\(store)/ab/\(name)"))
            let first = try await run(["cache", "verify", "--store", store])
            #expect(first.end == .exited(1))
            let digest = "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"
            let sentence = GoldenMessages["cache.damaged-file", ["name": "ab/\(name)", "digest": digest]]
            #expect(first.standardError.contains(sentence), "\(first.standardError)")
            #expect(FileManager.default.fileExists(atPath: "\(store)/damaged/\(name)"))
            let second = try await run(["cache", "verify", "--store", store])
            #expect(second.end == .exited(0))
            #expect(second.output == GoldenMessages["cache.verified"] + "\n")
        }
    }

    @Test func filesOfOneRunAreCountedAndPruned() async throws {
        try await withStore { store in
            let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"http://127.0.0.1:1/a.png"}"#
            let rewritten = try await run(
                [
                    "rewrite", "--policy", "hive", "--cache", "disk", "--store", store, "--allow-address",
                    "127.0.0.0/8:1", "--transient-failure-lifetime", "1h",
                ],
                input: payload
            )
            #expect(rewritten.output.contains("fetch.connect"))
            let counted = try await run(["cache", "stat", "--json", "--store", store])
            #expect(counted.output.contains(#""failures":{"fresh":1,"expired":0}"#))
            let pruned = try await run(["cache", "prune", "--json", "--store", store, "--cache-limit", "1B"])
            #expect(pruned.end == .exited(0))
            #expect(pruned.output == #"{"failures":0,"entries":0,"leftovers":0,"evicted_bytes":0,"bytes":0}"# + "\n")
        }
    }

    @Test func explainReportsThatNoRequestWasSent() async throws {
        let png = SampleMedia.photoPNG.bytes
        let fields = ["Content-Type: image/png", "Content-Length: \(png.count)", "Cache-Control: max-age=3600"]
        let file = Behaviour(steps: [.send(Behaviour.head(200, fields) + png)])
        let origin = try LoopbackOrigin.start(routes: ["/a.png": file])
        defer { origin.stop() }
        try await withStore { store in
            let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(origin.url("/a.png"))"}"#
            let options = [
                "--policy", "hive", "--cache", "disk", "--store", store, "--allow-address",
                "127.0.0.0/8:\(origin.port)",
            ]
            let first = try await run(["explain"] + options, input: payload)
            #expect(first.output.contains(GoldenMessages["explain.first-byte"]))
            let second = try await run(["explain"] + options, input: payload)
            #expect(second.output.contains(GoldenMessages["explain.remembered"]))
            #expect(origin.requestCount == 1)
        }
    }

    @Test("A run of one payload evicts what is too much before it ends")
    func oneRunKeepsTheLimit() async throws {
        // Large enough that the store is measured after it.
        let jpeg = SampleMedia.padded(jpeg: SampleMedia.photoJPEG.bytes, to: 100_000)
        let fields = ["Content-Type: image/jpeg", "Content-Length: \(jpeg.count)"]
        let file = Behaviour(steps: [.send(Behaviour.head(200, fields) + jpeg)])
        let origin = try LoopbackOrigin.start(routes: ["/a.jpg": file])
        defer { origin.stop() }
        try await withStore { store in
            // 1.5 MiB that nothing has used for hours.
            for number in 0..<1500 {
                let digest = String(repeating: "0", count: 60) + String(number + 0x1000, radix: 16)
                let shard = "\(store)/\(digest.prefix(2))"
                try FileManager.default.createDirectory(atPath: shard, withIntermediateDirectories: true)
                try Data(count: 1024).write(to: URL(filePath: "\(shard)/\(digest).png"))
                let age: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSinceNow: -9000)]
                try FileManager.default.setAttributes(age, ofItemAtPath: "\(shard)/\(digest).png")
            }
            let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(origin.url("/a.jpg"))"}"#
            let options = ["--policy", "hive", "--allow-address", "127.0.0.0/8:\(origin.port)"]
            let run = try await run(["rewrite", "--store", store, "--cache-limit", "1MiB"] + options, input: payload)
            #expect(run.output.contains(#""outcome":"attached""#))
            let names = try FileManager.default.subpathsOfDirectory(atPath: store).filter { $0.hasSuffix(".png") }
            #expect((1..<1024).contains(names.count))
        }
    }

    @Test(
        arguments: [
            (["--cache-limit", "1GiB", "--store-limit", "1GiB"], 0),
            (["--cache-limit", "1GiB", "--store-limit", "2GiB"], 2),
            (["--cache", "often"], 2), (["--failure-lifetime", "soon"], 2),
        ] as [([String], Int32)]
    )
    func optionsAreParsed(_ options: [String], status: Int32) async throws {
        try await withStore { store in
            let payload = #"{"aps":{"alert":"Hi"}}"#
            let (end, _, _) = try await run(["rewrite", "--store", store] + options, input: payload)
            #expect(end == .exited(status))
        }
    }
}
