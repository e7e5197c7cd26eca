import Attache
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// Cases about requests: they contain only what is needed.
@Suite("Hostile requests", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileRequestTests {
    private static let picture = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")

    @Test("case 12: an encoded line break is sent as written")
    func targetAsSent() async throws {
        let origin = try LoopbackOrigin.start { _ in Self.picture }
        defer { origin.stop() }
        try await expect(.targetAsSent, origin.url("/a%0d%0aX:1.png?b=%0d%0aY:2"), ports: [origin.port])
        #expect(origin.requests.map(\.target) == ["/a%0d%0aX:1.png?b=%0d%0aY:2"])
        #expect(origin.requests.first.map(Self.fields) == ["accept", "host", "user-agent"])
    }

    @Test("case 80: nothing of the first origin is sent to another")
    func otherOrigin() async throws {
        let second = try LoopbackOrigin.start { _ in Self.picture }
        defer { second.stop() }
        let first = try LoopbackOrigin.start { _ in
            .response(
                302,
                headers: [
                    "Location: \(second.url("/b.png"))", "Set-Cookie: a=b; Domain=127.0.0.1", "WWW-Authenticate: Basic",
                ]
            )
        }
        defer { first.stop() }
        try await expect(.otherOrigin, first.url("/a.png"), ports: [first.port, second.port])
        #expect(second.requests.map(Self.fields) == [["accept", "host", "user-agent"]])
        #expect(second.requests.first?.values("host") == ["127.0.0.1:\(second.port)"])
    }

    @Test("case 86: a connection with excess bytes is not reused", arguments: [false, true])
    func excessBytes(isLate: Bool) async throws {
        let bytes = SampleMedia.photoPNG.bytes
        let excess = Behaviour.head(404, ["Content-Length: 0"])
        let gate = AnswerGate()
        let origin = try LoopbackOrigin.start { _ in
            // After the response, immediately or when the connection seems to be idle.
            let whole = Behaviour.file(bytes, type: "image/png").steps
            return .raw(
                whole + [.wait(isLate ? .milliseconds(20) : .zero), .send(excess), .run { gate.open() }]
            )
        }
        defer { origin.stop() }
        // A request through this redirect is sent when the bytes have arrived.
        let detour = try LoopbackOrigin.start { request in
            gate.pass()
            return .redirect(to: origin.url(request.path))
        }
        defer {
            gate.open()
            detour.stop()
        }
        try await HostileScene.with { scene in
            let ports = [origin.port, detour.port]
            try await withAttache(configuration: scene.configuration(ports: ports)) { attache in
                for url in [origin.url("/a.png"), detour.url("/b.png")] {
                    let row = SceneRow.excessBytes
                    let result = await HostileRecorder.measure(row) {
                        await attache.rewrite(HostileScene.payload(url))
                    }
                    #expect(HostileVerdict(result) == row.verdict)
                }
            }
        }
        #expect(origin.connectionCount == 2)
    }

    private func expect(_ row: SceneRow, _ url: String, ports: [Int]) async throws {
        try await HostileScene.with { scene in
            try await withAttache(configuration: scene.configuration(ports: ports)) { attache in
                let result = await HostileRecorder.measure(row) {
                    await attache.rewrite(HostileScene.payload(url))
                }
                #expect(HostileVerdict(result) == row.verdict, "\(result.reasons.map(\.message))")
            }
        }
    }

    private static func fields(_ request: OriginRequest) -> [String] {
        request.headerLines.map { $0.prefix { $0 != ":" }.lowercased() }.sorted()
    }
}
