import Attache
import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheServer

@Suite("POST /v1/rewrite/batch", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct BatchRouteTests {
    private static let lines = ["-H", "Content-Type: application/x-ndjson"]

    @Test("Each item has its own line, whatever the result of the others", arguments: [false, true])
    func items(asArray: Bool) async throws {
        try await ServiceScene.with { scene in
            let items = [
                #"{"id":"first","payload":\#(scene.payload())}"#, "{}", "{", scene.payload("/other.png"),
                #"{"aps":{"alert":"no media"}}"#,
            ]
            // An unclosed brace would consume the rest of an array.
            let sent = asArray ? items.map { $0 == "{" ? "nothing" : $0 } : items
            let body = asArray ? "[\(sent.joined(separator: ",\n"))]" : sent.joined(separator: "\n")
            let answer = try await scene.ask("/v1/rewrite/batch", asArray ? [] : Self.lines, body: body)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/x-ndjson")
            #expect(answer.lines.count == 5)
            let bySource = Dictionary(
                uniqueKeysWithValues: answer.lines.compactMap { line in
                    line.firstMatch(of: /"source":"(batch#\d)"/).map { (String($0.1), line) }
                }
            )
            #expect(bySource["batch#1"]?.contains(#""id":"first""#) == true)
            #expect(bySource["batch#1"]?.contains(#""outcome":"attached""#) == true)
            #expect(bySource["batch#2"]?.contains(#""outcome":"rejected""#) == true)
            #expect(bySource["batch#3"]?.contains("payload.invalid-json") == true)
            #expect(bySource["batch#4"]?.contains(#""outcome":"attached""#) == true)
            #expect(bySource["batch#5"]?.contains(#""outcome":"untouched""#) == true)
        }
    }

    @Test("A finished item is written while another still loads")
    func streaming() async throws {
        let (gate, isWritten) = (AnswerGate(), Locked(false))
        try await ServiceScene.with(
            origin: { _ in
                gate.pass()
                return .file(SampleMedia.photoPNG.bytes, type: "image/png")
            },
            configured: { configuration, _ in configuration.attache.deadline = .seconds(3600) }
        ) { scene in
            defer { gate.open() }
            guard case .network(_, let port) = scene.address else {
                Issue.record("The service has no port.")
                return
            }
            let body = [scene.payload("/slow.png"), #"{"aps":{"alert":"quick"}}"#].joined(separator: "\n")
            let rest = await RawClient.exchange(port) { client in
                client.send(
                    ServiceProcess.request("POST", "/v1/rewrite/batch", headers: ["Connection: close"], body: body)
                )
                var beginning = ""
                while !beginning.contains("quick"), case let bytes = client.bytes(limit: 1), !bytes.isEmpty {
                    beginning += String(decoding: bytes, as: UTF8.self)
                }
                isWritten.withLock { $0 = beginning.contains("quick") }
                gate.open()
            }
            // Before the origin has answered for the other one.
            #expect(isWritten.withLock { $0 })
            #expect(rest.contains(#""outcome":"attached""#), "\(rest)")
        }
    }

    @Test("A batch may have more items than there are slots")
    func many() async throws {
        try await ServiceScene.with(configured: { configuration, _ in
            configuration.jobs = 4
        }) { scene in
            let body = (0..<2000).map { scene.payload("/\($0 % 50).png") + "\n" }.joined()
            let answer = try await scene.ask("/v1/rewrite/batch", Self.lines, body: body)
            #expect(answer.lines.count == 2000)
            #expect(answer.lines.allSatisfy { $0.contains(#""outcome":"attached""#) })
        }
    }

    @Test("A batch over the limit is rejected at once if its length is declared, else when it exceeds the limit")
    func limit() async throws {
        try await ServiceScene.with(configured: { configuration, _ in
            configuration.batchLimit = 1000
        }) { scene in
            let item = #"{"aps":{"alert":"x"}}"# + "\n"
            let fits = String(repeating: item, count: 1000 / item.count)
            #expect(try await scene.ask("/v1/rewrite/batch", Self.lines, body: fits).lines.count == 1000 / item.count)
            let exceeds = String(repeating: item, count: 1000 / item.count + 1)
            #expect(try await scene.ask("/v1/rewrite/batch", Self.lines, body: exceeds).status == 413)
            let chunked = try await scene.ask(
                "/v1/rewrite/batch",
                Self.lines + ["-H", "Transfer-Encoding: chunked"],
                body: exceeds
            )
            #expect(chunked.body.contains("content-too-large"))
        }
    }

    @Test("A partial result includes its item's identifiers", arguments: ["payload", "content"])
    func parts(_ part: String) async throws {
        try await ServiceScene.with { scene in
            let headers = #"{"apns-collapse-id":"a"}"#
            let items = [
                #"{"id":"first","headers":\#(headers),"payload":{"aps":{"alert":"one"}}}"#,
                #"{"aps":{"alert":"two"}}"#, "{}",
            ]
            let body = items.joined(separator: "\n")
            let answer = try await scene.ask("/v1/rewrite/batch?emit=\(part)", Self.lines, body: body)
            let one = #"{"aps":{"alert":"one"}}"#
            let two = #"{"aps":{"alert":"two"}}"#
            let values =
                part == "payload"
                ? [one, two] : [#"{"body":"one","userInfo":\#(one)}"#, #"{"body":"two","userInfo":\#(two)}"#]
            let expected: Set = [
                #"{"id":"first","outcome":"untouched","headers":\#(headers),"\#(part)":\#(values[0])}"#,
                #"{"source":"batch#2","outcome":"untouched","\#(part)":\#(values[1])}"#,
                #"{"source":"batch#3","outcome":"rejected","\#(part)":null}"#,
            ]
            #expect(Set(answer.lines) == expected)
        }
    }
}
