import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import Testing

@Suite("HTTP/2 over TLS at the real service", .timeLimit(.minutes(1)))
struct SecureProgramTests {
    private static let photo = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")
    private static let type = ["-H", "Content-Type: application/x-ndjson"]

    /// Runs the service with a certificate that was made for it.
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

    @Test("A push is rewritten over a stream as over a connection")
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

    @Test("A body that stops coming is answered 408")
    func slowBody() async throws {
        try await run(["--request-timeout", "1s"]) { scene in
            // curl reads what it sends from a pipe that stays open.
            let pipe = "\(scene.directory)/pipe"
            let status = unsafe mkfifo(pipe, 0o600)
            #expect(status == 0)
            let descriptor = unsafe open(pipe, O_RDWR)
            defer { close(descriptor) }
            let answer = try await scene.ask(
                "/v1/rewrite",
                arguments: ["-X", "POST", "-T", pipe, "-H", "Content-Type: application/json"],
                secure: true
            )
            #expect(answer.status == 408 && answer.text.contains("request-timeout"), "\(answer.status) \(answer.text)")
        }
    }

    @Test("At the end, what is under way is answered, and the connection is told to go away")
    func drain() async throws {
        try await run(
            ["--drain-delay", "100ms"],
            origin: { request in
                Behaviour(steps: [.wait(.milliseconds(1500))] + Self.photo.steps)
            }
        ) { scene in
            async let first = scene.ask("/v1/rewrite", arguments: ["-v"], secure: true, body: scene.payload())
            let body = (0..<20).map { scene.payload("/\($0).png") + "\n" }.joined()
            async let second = scene.ask("/v1/rewrite/batch", arguments: Self.type, secure: true, body: body)
            _ = try await ServiceProcess.wait { scene.origin.requests.count > 5 ? true : nil }
            #expect(await scene.end(by: SIGTERM) == 0)
            let (answer, lines) = try await (first, second)
            #expect(answer.status == 200 && answer.text.contains(#""outcome":"attached""#), "\(answer.status)")
            #expect(answer.talk.contains("GOAWAY"), "\(answer.talk)")
            #expect(lines.text.components(separatedBy: #""outcome":"attached""#).count == 21, "\(lines.text.count)")
        }
    }
}
