import AttacheTesting
import Foundation
import Glibc
import TestWidth
import Testing

@Suite("Idle connections", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SilentConnectionTests {
    /// Runs a service with TLS.
    private func withService(_ options: [String], _ body: (ProgramScene, TLSPeer) async throws -> Void) async throws {
        let peer = try await TLSPeer()
        defer { peer.directory.remove() }
        try await ProgramScene.with(peer.options + options) { scene in try await body(scene, peer) }
    }

    @Test("A missing handshake is closed at the idle timeout")
    func noHandshake() async throws {
        try await withService(["--idle-timeout", "1s"]) { scene, _ in
            let port = scene.port
            let isAtEnd = await ServiceProcess.onThread { () -> Bool in
                guard let client = try? LoopbackClient(port: port) else { return false }
                _ = client.bytes(limit: 1)
                return client.isAtEnd
            }
            #expect(isAtEnd)
        }
    }

    @Test("A connection without a request is closed at the idle timeout", arguments: ["", "GET / HTTP/1.1\\r\\nHo"])
    func noRequest(_ part: String) async throws {
        try await withService(["--idle-timeout", "1s"]) { scene, peer in
            let text = try await peer.run(
                scene.port,
                """
                peer = connect("http/1.1")
                peer.sendall(b"\(part)")
                peer.settimeout(300)
                end = "closed"
                try:
                    while peer.recv(1000): pass
                except TimeoutError: end = "open"
                except OSError: pass
                print(end)
                """
            )
            #expect(text == "closed\n")
        }
    }

    @Test("A request without TLS gets a 400 and a line in the log; TLS goes on to work")
    func plainRequest() async throws {
        try await withService([]) { scene, peer in
            let text = try await peer.run(
                scene.port,
                """
                peer = socket.create_connection(("127.0.0.1", \(scene.port)))
                peer.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
                text = b""
                while chunk := peer.recv(1000): text += chunk
                print(text.decode())
                """
            )
            #expect(text.hasPrefix("HTTP/1.1 400 ") && text.contains("urn:attache:problem:bad-request"), "\(text)")
            let line = try await waitFor {
                scene.process.standardError.split(separator: "\n").first { $0.contains(GoldenMessages["log.no-tls"]) }
            }
            #expect(line.contains(#""address":"127.0.0.1""#))
            #expect(try await scene.ask("/healthz", secure: true).status == 200)
        }
    }

    @Test("Idle connections do not block shutdown")
    func end() async throws {
        // A shutdown that waits for them exceeds the time limit of the tests.
        try await withService(["--drain", "1h", "--drain-delay", "0s", "--idle-timeout", "1h"]) { scene, _ in
            let clients = try (0..<3).map { _ in try LoopbackClient(port: scene.port) }
            // The last connection is accepted after the others.
            #expect(try await scene.ask("/healthz", secure: true).status == 200)
            #expect(await scene.end(by: SIGTERM) == 0)
            withExtendedLifetime(clients) {}
        }
    }

    @Test("Idle connections at the limit are closed for new requests")
    func room() async throws {
        try await withService(["--connections", "10", "--idle-timeout", "1h"]) { scene, _ in
            let clients = try (0..<30).map { _ in try LoopbackClient(port: scene.port) }
            #expect(try await scene.ask("/healthz", secure: true).status == 200)
            withExtendedLifetime(clients) {}
        }
    }
}
