import AttacheTesting
import Foundation
import LoopbackOrigin
import Testing

/// `attache matrix` as a process.
@Suite(.timeLimit(.minutes(5)))
struct MatrixProgramTests {
    private func run(_ arguments: [String], input: String = "") async throws -> (end: ProgramEnd, output: String) {
        let program = try PipedProgram(["matrix"] + arguments)
        if !input.isEmpty { program.write(input) }
        program.closeInput()
        var output = ""
        while case let line = await program.readLine(), !line.isEmpty { output += line }
        return (await program.wait(), output)
    }

    /// The medium is loaded once for all cells, from a payload and from a URL.
    @Test(arguments: [true, false])
    func mediumIsLoadedOnce(_ isPayload: Bool) async throws {
        let origin = try LoopbackOrigin.start(routes: [
            "/a.png": .file(SampleMedia.photoPNG.bytes, type: "image/png")
        ])
        defer { origin.stop() }
        let url = "http://127.0.0.1:\(origin.port)/a.png"
        let allow = ["--json", "--allow-address", "127.0.0.0/8:\(origin.port)"]
        let payload = #"{"aps":{"alert":"Hi"},"att":{"id":"\#(url)"}}"#
        let (end, output) = try await isPayload ? run(allow, input: payload) : run(allow + [url])
        #expect(end == .exited(0))
        #expect(origin.requests.count == 1)
        let root = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let rows = try #require(root["rows"] as? [[String: Any]])
        #expect(rows.count > 30)
        let cells = try #require(rows.first { $0["dialect"] as? String == "fcm" }?["cells"] as? [[String: Any]])
        let cell = cells.first { $0["network"] as? String == "wifi" && $0["system"] as? String == "ios-17" }
        #expect((cell?["device"] as? [String: Any])?["shown"] as? String == "media")
    }

    private static let url = "http://img.attache.io/a.png"

    private static let selections: [([String], Int32, [String])] = [
        (["--only", "fcm,airship", url], 0, ["airship", "fcm"]), (["--only", "fcm", "--not", "fcm", url], 2, []),
        (["--only", "nobody", url], 2, []), (["--explain", "leanplum", url], 0, ["leanplum (Leanplum)"]),
        (["/nowhere.json"], 2, []),
    ]

    @Test(arguments: selections)
    func dialectsAreSelected(_ arguments: [String], status: Int32, names: [String]) async throws {
        let (end, output) = try await run(arguments)
        #expect(end == .exited(status))
        for name in names { #expect(output.contains(name)) }
        #expect(!output.contains("onesignal"))
    }

    @Test(arguments: [#"{"aps":{"alert":"Hi"}}"#, "{", #"{"x":1}"#])
    func inputWithoutMediumIsAUsageError(_ input: String) async throws {
        #expect(try await run([], input: input).end == .exited(2))
    }

    @Test func pageIsWritten() async throws {
        let scratch = try BatchScratch()
        let (end, output) = try await run(["--html", scratch.path + "/m.html", Self.url])
        #expect(end == .exited(0))
        #expect(output.isEmpty)
        #expect(scratch.read("m.html").hasPrefix("<!DOCTYPE html>"))
    }
}
