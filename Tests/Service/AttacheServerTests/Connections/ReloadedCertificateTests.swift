import AttacheTesting
import Glibc
import TestWidth
import Testing

@Suite("Reloading certificates and networks", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ReloadedCertificateTests {
    private func subject(_ peer: TLSPeer, _ port: Int) async throws -> String {
        try await peer.run(
            port,
            """
            print(ssl.DER_cert_to_PEM_cert(connect("http/1.1").getpeercert(True)), end="")
            """
        )
    }

    @Test("After SIGHUP new connections use the new certificate; a certificate without its key is ignored")
    func certificate() async throws {
        let peer = try await TLSPeer()
        defer { peer.directory.remove() }
        try await ProgramScene.with(peer.options) { scene in
            let first = peer.directory.text("chain.pem")
            #expect(try await subject(peer, scene.port) == first)
            try await peer.makeCertificate("second")
            let second = peer.directory.text("chain.pem")
            scene.process.send(SIGHUP)
            try await waitUntil { try await subject(peer, scene.port) == second }
            #expect(scene.process.standardError.contains(GoldenMessages["log.reloaded-tls"]))
            try peer.directory.write(first, to: "chain.pem")
            scene.process.send(SIGHUP)
            try await waitUntil {
                let standardError = scene.process.standardError
                return standardError.contains(GoldenMessages["log.reload-failed"])
                    && standardError.contains("tls-key: ")
            }
            #expect(try await subject(peer, scene.port) == second)
        }
    }

    @Test("A metric has the end of the active certificate") func expiry() async throws {
        let peer = try await TLSPeer()
        defer { peer.directory.remove() }
        try await ProgramScene.with(peer.options) { scene in
            let first = try await daysLeft(peer, scene.port)
            #expect(first.map { $0 > 1 && $0 <= 2 } == true, "\(first ?? 0) days")
            try await peer.makeCertificate("second", days: 30)
            scene.process.send(SIGHUP)
            try await waitUntil { try await daysLeft(peer, scene.port) ?? 0 > 29 }
        }
    }

    /// The days until the certificate ends, by the metrics.
    private func daysLeft(_ peer: TLSPeer, _ port: Int) async throws -> Double? {
        let text = try await peer.run(
            port,
            """
            import re
            peer = connect("http/1.1")
            peer.sendall(b"GET /metrics HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n")
            text = b""
            while part := peer.recv(65536): text += part
            end = re.search(rb"^attache_tls_certificate_expiry_timestamp_seconds (\\S+)", text, re.M)[1]
            print((float(end) - time.time()) / 86400, end="")
            """
        )
        return Double(text)
    }

    @Test("SIGHUP reloads the list of networks")
    func networks() async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let file = { (name: String) in
            "schema: attache-network/1\nname: \(name)\nextends: 3g\n"
        }
        try directory.write(file("train"), to: "network.yaml")
        try await ProgramScene.with(["--network", directory.path("network.yaml")]) { scene in
            #expect(try await scene.ask("/v1/policies").text.contains(#""name":"train""#))
            try directory.write(file("tunnel"), to: "network.yaml")
            scene.process.send(SIGHUP)
            try await waitUntil { try await scene.ask("/v1/policies").text.contains(#""name":"tunnel""#) }
        }
    }
}
