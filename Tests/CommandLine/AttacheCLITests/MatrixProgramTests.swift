import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// `attache matrix` as a process.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
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

    /// A load that this machine ended before the extension would have shows nothing, also of a local host.
    @Test func cutLoadPredictsNothing() async throws {
        let bytes = SampleMedia.photoPNG.bytes
        let head = Behaviour.head(200, ["Content-Type: image/png", "Content-Length: \(bytes.count)"])
        let origin = try LoopbackOrigin.start(routes: [
            "/a.png": Behaviour(steps: [.send(head + bytes.prefix(600)), .waitUntilStopped])
        ])
        defer { origin.stop() }
        let url = "http://127.0.0.1:\(origin.port)/a.png"
        let options = ["--json", "--only", "fcm", "--network", "wifi", "--deadline", "1"]
        let (end, output) = try await run(options + ["--allow-address", "127.0.0.0/8:\(origin.port)", url])
        #expect(end == .exited(0))
        #expect(output.contains(#""word":"unknown""#) && output.contains(#""not_loaded":"#), "\(output)")
    }

    private static let named: [(name: String, media: SampleMedia, type: String)] = [
        ("a.webp", .pictureWebP, "image/webp"), ("a.php", .photoPNG, "image/png"), ("a.php", .pageHTML, "text/html"),
        ("a.svg", .pageHTML, "image/svg+xml"),
    ]

    /// The name refuses no load: each dialect judges it with the response.
    @Test(arguments: named)
    func anyNameIsLoaded(_ item: (name: String, media: SampleMedia, type: String)) async throws {
        let (bytes, type) = (item.media.bytes, item.type)
        let origin = try LoopbackOrigin.start(routes: ["/\(item.name)": .file(bytes, type: type)])
        defer { origin.stop() }
        let url = "http://127.0.0.1:\(origin.port)/\(item.name)"
        let (end, output) = try await run(["--json", "--allow-address", "127.0.0.0/8:\(origin.port)", url])
        #expect(end == .exited(0))
        #expect(origin.requests.count == 1)
        let root = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let facts = try #require(root["response"] as? [String: Any])
        #expect(facts["status"] as? Int == 200 && facts["content_type"] as? String == type)
        #expect(root["not_loaded"] == nil || root["not_loaded"] is NSNull)
        // Whether the bytes of a WebP are drawn under another name is not known.
        #expect(output.contains(#""word":"unknown""#) == (item.name == "a.webp"))
    }

    private static let url = "http://img.attache.io/a.png"

    private static let selections: [([String], Int32, [String])] = [
        (["--only", "fcm,airship", url], 0, ["airship", "fcm"]), (["--only", "fcm", "--not", "fcm", url], 2, []),
        (["--only", "nobody", url], 2, []), (["--explain", "leanplum", url], 0, ["leanplum (Leanplum)"]),
        (["/nowhere.json"], 2, []), (["/"], 2, []),
        (["--only", "fcm", "--network", "lte", url], 0, ["lte", "fcm"]),
        (["--only", "fcm", "--network", "lta", url], 2, []),
        (["--html", "-", "--json", url], 2, []), (["--html", "-", "--explain", "fcm", url], 2, []),
    ]

    @Test(arguments: selections)
    func dialectsAreSelected(_ arguments: [String], status: Int32, names: [String]) async throws {
        let (end, output) = try await run(arguments)
        #expect(end == .exited(status))
        for name in names { #expect(output.contains(name)) }
        #expect(!output.contains("onesignal"))
    }

    /// The network of the command line is the only column; the download does not depend on it.
    @Test func networkIsSelected() async throws {
        let origin = try LoopbackOrigin.start(routes: [
            "/a.png": .file(SampleMedia.photoPNG.bytes, type: "image/png")
        ])
        defer { origin.stop() }
        let allow = ["--json", "--only", "fcm", "--allow-address", "127.0.0.0/8:\(origin.port)"]
        let (end, output) = try await run(allow + ["--network", "offline", "http://127.0.0.1:\(origin.port)/a.png"])
        #expect(end == .exited(0))
        #expect(origin.requests.count == 1)
        let root = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        #expect(root["columns"] as? [[String]] == [["offline"]])
        #expect((root["response"] as? [String: Any])?["status"] as? Int == 200)
    }

    /// The network of a configuration file is the column too; the command line wins.
    @Test(
        arguments: [([], "edge"), (["--network", "lte"], "lte"), (["--network", "wifi"], "wifi")]
            as [([String], String)]
    )
    func networkOfTheFile(_ options: [String], column: String) async throws {
        let scratch = try BatchScratch()
        let file = "\(scratch.path)/attache.yaml"
        try "network: edge\n".write(toFile: file, atomically: false, encoding: .utf8)
        let (end, output) = try await run(["--json", "--only", "fcm", "--config", file, Self.url] + options)
        #expect(end == .exited(0))
        let root = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        #expect(root["columns"] as? [[String]] == [[column]])
    }

    /// A wrong input is no wrong usage.
    @Test(arguments: [#"{"aps":{"alert":"Hi"}}"#, "{", #"{"x":1}"#, "[]", " "])
    func inputWithoutMediumIsRejected(_ input: String) async throws {
        #expect(try await run([], input: input).end == .exited(3))
    }

    /// A table of a payload names its medium, without the query.
    @Test func mediumIsNamed() async throws {
        let payload = #"{"aps":{"alert":"Hi"},"fcm_options":{"image":"\#(Self.url)?token=secret"}}"#
        let (end, output) = try await run(["--only", "fcm"], input: payload)
        #expect(end == .exited(0))
        #expect(output.hasPrefix("media file") && output.contains(Self.url) && !output.contains("secret"))
        #expect(try await run(["--only", "fcm", Self.url]).output.hasPrefix("policy"))
    }

    @Test func pageIsWritten() async throws {
        let scratch = try BatchScratch()
        let (end, output) = try await run(["--html", scratch.path + "/m.html", Self.url])
        #expect(end == .exited(0))
        #expect(output.isEmpty)
        #expect(scratch.read("m.html").hasPrefix("<!DOCTYPE html>"))
    }

    private struct Seen: Decodable {
        let faults: [String: [String]]
        let complaints: [String]
        let title: String
        let rows: Int
        let sections: Int
        let roles: [String: Int]
        let unnamed: [String]
        let stops: [String]
        let target: String
    }

    /// The page in a real browser: wide and narrow, light and dark, by the keyboard.
    @Test func pageIsReadable() async throws {
        let origin = try LoopbackOrigin.start(routes: [
            "/a%20b.png": .file(SampleMedia.photoPNG.bytes, type: "image/png")
        ])
        defer { origin.stop() }
        let seen: Seen = try await BrowserScript.withDirectory("matrix") { directory in
            let page = directory.appending(path: "matrix.html").path(percentEncoded: false)
            let allow = ["--allow-address", "127.0.0.0/8:\(origin.port)"]
            let (end, _) = try await run(["--html", page, origin.url("/a b.png")] + allow)
            #expect(end == .exited(0))
            return try await BrowserScript.run("matrix.py", [page], in: directory)
        }
        #expect(seen.faults.count == 4)
        for (view, faults) in seen.faults { #expect(faults == [], "\(view)") }
        #expect(seen.complaints == [])
        #expect(seen.title.contains(/^Attache: Shown on wifi by \d+ of \d+ policies$/))
        // Dialects have a second row where iOS 16 differs.
        #expect(seen.sections > 30 && seen.rows > seen.sections)
        #expect(seen.roles["table"] == 1 && seen.roles["rowheader"] == seen.rows)
        #expect(seen.unnamed == [])
        #expect(seen.stops.count == 3 && seen.stops[0] == "skip" && seen.stops[1] == "scroll")
        #expect(seen.stops.last.map { "#" + seen.target.prefix { $0 != " " } == $0 } == true)
    }
}
