import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

@Suite("TLS, with clients that offer HTTP/2", .serialized, .withPrograms, .timeLimit(.minutes(10)))
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

    @Test("A push is rewritten over HTTP/1.1")
    func rewrite() async throws {
        try await run { scene in
            let answer = try await scene.ask("/v1/rewrite", secure: true, body: scene.payload())
            #expect(answer.status == 200 && answer.version == "HTTP/1.1")
            #expect(answer.text.contains(#""outcome":"attached""#))
            let refusal = try await scene.ask("/v1/rewrite", secure: true, body: "{}")
            #expect(refusal.status == 422 && refusal.version == "HTTP/1.1")
        }
    }

    @Test("A batch streams its lines")
    func batch() async throws {
        try await run { scene in
            let body = (0..<500).map { scene.payload("/\($0 % 20).png") + "\n" }.joined()
            let answer = try await scene.ask("/v1/rewrite/batch", arguments: Self.type, secure: true, body: body)
            #expect(answer.version == "HTTP/1.1")
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

    /// What begins a connection of HTTP/2 (RFC 9113 §3.4): its text, and a SETTINGS frame without settings.
    private static let preface = #"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"#

    @Test(
        "TLS negotiates HTTP/1.1 or nothing, and a client that sends HTTP/2 regardless gets 505",
        arguments: [(#""h2", "http/1.1""#, "http/1.1"), (#""h2""#, "None"), (#""http/1.1""#, "http/1.1")]
    )
    func preface(offered: String, negotiated: String) async throws {
        let peer = try await TLSPeer()
        defer { peer.directory.remove() }
        try await ProgramScene.with(peer.options) { scene in
            let text = try await peer.run(
                scene.port,
                """
                peer = connect(\(offered))
                print(peer.selected_alpn_protocol())
                peer.sendall(b"\(Self.preface)")
                while chunk := peer.recv(1000): print(chunk.decode(), end="")
                """
            )
            #expect(text.hasPrefix("\(negotiated)\nHTTP/1.1 505 "), "\(text)")
            #expect(text.contains("urn:attache:problem:version-not-supported"), "\(text)")
        }
    }

    @Test("An upgrade to HTTP/2 is ignored (RFC 9110 §7.8)")
    func upgrade() async throws {
        try await ProgramScene.with { scene in
            let answer = try await scene.ask("/healthz", arguments: ["--http2"])
            #expect(answer.status == 200 && answer.version == "HTTP/1.1", "\(answer.status) \(answer.version)")
        }
    }
}
