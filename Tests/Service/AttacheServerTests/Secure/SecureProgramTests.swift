import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

@Suite("HTTP/2 over TLS, as served by the service", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SecureProgramTests {
    private static let photo = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")
    private static let type = ["-H", "Content-Type: application/x-ndjson"]

    /// Runs the service with a new certificate.
    private func run(
        _ arguments: [String] = [],
        origin: @escaping LoopbackOrigin.Handler = { _ in Self.photo },
        _ body: (ProgramScene) async throws -> Void
    ) async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let words = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj",
            "/CN=127.0.0.1", "-keyout", directory.path("key"), "-out", directory.path("certificate"),
        ]
        #expect(await (try ChildProcess("/usr/bin/openssl", words)).wait() == 0)
        let files = ["certificate.pem": directory.text("certificate"), "key.pem": directory.text("key")]
        let tls = ["--tls-certificate", "certificate.pem", "--tls-key", "key.pem"]
        try await ProgramScene.with(tls + arguments, files: files, origin: origin, body)
    }

    @Test("A push is rewritten over an HTTP/2 stream")
    func rewrite() async throws {
        try await run { scene in
            let answer = try await scene.ask("/v1/rewrite", secure: true, body: scene.payload())
            #expect(answer.status == 200 && answer.version == "HTTP/2")
            #expect(answer.text.contains(#""outcome":"attached""#))
            let refusal = try await scene.ask("/v1/rewrite", secure: true, body: "{}")
            #expect(refusal.status == 422 && refusal.version == "HTTP/2")
        }
    }

    @Test("A batch streams its lines")
    func batch() async throws {
        try await run { scene in
            let body = (0..<500).map { scene.payload("/\($0 % 20).png") + "\n" }.joined()
            let answer = try await scene.ask("/v1/rewrite/batch", arguments: Self.type, secure: true, body: body)
            #expect(answer.version == "HTTP/2")
            #expect(answer.text.components(separatedBy: #""outcome":"attached""#).count == 501)
        }
    }

    @Test("An incomplete body is answered with 408")
    func slowBody() async throws {
        try await run(["--request-timeout", "1s"]) { scene in
            let body = String(repeating: " ", count: 500_000)
            let slowly = ["--limit-rate", "1000"]
            let answer = try await scene.ask("/v1/rewrite", arguments: slowly, secure: true, body: body)
            #expect(answer.status == 408 && answer.text.contains("request-timeout"), "\(answer.status) \(answer.text)")
        }
    }

    @Test("Requests in progress are answered during shutdown")
    func drain() async throws {
        let gate = AnswerGate()
        try await run(
            ["--drain", "1h", "--drain-delay", "100ms", "--deadline", "1h"],
            origin: { _ in
                gate.pass()
                return Self.photo
            }
        ) { scene in
            defer { gate.open() }
            async let first = scene.ask("/v1/rewrite", secure: true, body: scene.payload())
            let body = (0..<20).map { scene.payload("/\($0).png") + "\n" }.joined()
            async let second = scene.ask("/v1/rewrite/batch", arguments: Self.type, secure: true, body: body)
            try await waitUntil {
                let requests = scene.origin.requests
                return requests.count > 5 && requests.contains { $0.path == "/photo.png" }
            }
            async let status = scene.end(by: SIGTERM)
            try await waitUntil { scene.process.standardError.contains(GoldenMessages["log.ending"]) }
            gate.open()
            #expect(await status == 0)
            let (answer, lines) = try await (first, second)
            #expect(answer.status == 200 && answer.text.contains(#""outcome":"attached""#), "\(answer.status)")
            #expect(lines.text.components(separatedBy: #""outcome":"attached""#).count == 21, "\(lines.text.count)")
        }
    }

    @Test("Connections receive GOAWAY during shutdown")
    func goAway() async throws {
        // This client never acknowledges a ping, so only the timeout ends its connection.
        try await run(["--drain-delay", "0s", "--drain", "500ms"]) { scene in
            let (input, output) = ("\(scene.directory)/frames", "\(scene.directory)/answers")
            // The preface of RFC 9113 §3.4: its text, and a SETTINGS frame without settings.
            let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
            try Data(preface).write(to: URL(filePath: input))
            let words = ["s_client", "-quiet", "-alpn", "h2", "-connect", "127.0.0.1:\(scene.port)"]
            let client = try ChildProcess(
                "/usr/bin/openssl",
                words,
                input: input,
                output: output,
                errors: "\(output).errors"
            )
            let read = { [UInt8]((try? Data(contentsOf: URL(filePath: output))) ?? Data()) }
            try await waitUntil { !read().isEmpty }
            await scene.end(by: SIGTERM)
            _ = await client.wait()
            let frames = Self.frames(read())
            let goAway = try #require(frames.first { $0.type == 7 }, "\(frames)")
            // NO_ERROR: the last four bytes of the eight.
            #expect(goAway.payload.prefix(8).suffix(4) == [0, 0, 0, 0])
        }
    }

    /// The frames of RFC 9113 §4.1 in a server's output.
    private static func frames(_ bytes: [UInt8]) -> [(type: UInt8, payload: [UInt8])] {
        var frames: [(UInt8, [UInt8])] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            frames.append((head[3], Array(rest.dropFirst(9).prefix(length))))
            rest = rest.dropFirst(9 + length)
        }
        return frames
    }
}
