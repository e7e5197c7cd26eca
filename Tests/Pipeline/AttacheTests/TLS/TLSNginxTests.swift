import Attache
import CurlFetch
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

/// The whole pipeline against nginx: behaviour that depends on names, on HTTP and on reused connections.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct TLSNginxTests {
    private func withServer(
        _ servers: (Int) -> String,
        _ body: (TLSScene) async throws -> Void
    ) async throws {
        try await TestAuthority.with { authority in
            try await authority.issue()
            try await authority.issue(LeafCertificate(names: "DNS:www.shop.com"), as: "other")
            let photo = Data(SampleMedia.photoPNG.bytes)
            try photo.write(to: authority.directory.appending(path: "photo.png"))
            try await SecureNginx.serving(authority, servers) { port in
                try await TLSScene.with(authority, port: port, body)
            }
        }
    }

    @Test("The client sends the server name, so that the server selects the right certificate")
    func serverName() async throws {
        try await withServer({ port in
            SecureNginx.server(port, certificate: "other", "server_name www.shop.com;")
                + SecureNginx.server(port, "server_name media.shop.com;")
        }) { scene in
            #expect(try await scene.rewrite(host: "media.shop.com").outcome == "attached")
            #expect(try await scene.rewrite(host: "www.shop.com").outcome == "attached")
            // For an address the client sends no name, and gets the first server's certificate.
            let report = try await scene.rewrite(host: "127.0.0.1")
            #expect(report.codes.first == "fetch.certificate")
            #expect(report.appleCode == -1202)
        }
    }

    @Test("Strict-Transport-Security does not turn http into https within a push")
    func strictTransportSecurity() async throws {
        try await withServer({ port in
            SecureNginx.server(port, #"add_header Strict-Transport-Security "max-age=31536000; includeSubDomains";"#)
        }) { scene in
            try await withAttache(configuration: scene.configuration) { attache in
                let secure = #"{"aps":{"alert":"A","mutable-content":1},"media_url":"\#(scene.url())"}"#
                #expect(await attache.rewrite(secure).outcome == .attached)
                let plain = secure.replacing("https:", with: "http:")
                #expect(await attache.rewrite(plain).headline?.code == .atsInsecureHTTP)
            }
        }
    }

    @Test("A server that requires a client certificate and answers 400 without one is reported by its status")
    func clientCertificate() async throws {
        try await withServer({ port in
            SecureNginx.server(port, "ssl_verify_client on; ssl_client_certificate root.pem;")
        }) { scene in
            let report = try await scene.rewrite()
            #expect(report.codes.first == "fetch.status", "\(report.text)")
            #expect(report.text.contains("400"))
        }
    }

    @Test("A reused connection is checked again, with the dictionary of the load that uses it")
    func keptConnection() async throws {
        try await withServer({ port in SecureNginx.server(port, "keepalive_timeout 60;") }) { scene in
            let servers = scene.configuration.dnsServers
            let fetcher = CurlFetcher(
                CurlConfiguration(userAgent: "test", certificateAuthorityFile: scene.authority.root),
                makeResolver: { CaresResolver(servers: servers) }
            )
            defer { fetcher.shutDown() }
            var egress = EgressPolicy()
            egress.allowedAddresses = [try AddressAllowance(parsing: "127.0.0.0/8:\(scene.port)")]
            let url = try MediaURL(parsing: scene.url(), canonicalizer: PlainNames())
            func load(pin: String?) async -> FetchResult {
                var dictionary = ATSDictionary()
                if let pin {
                    var pins = ATSDictionary.PinnedDomain()
                    pins.leafKeys = [pin]
                    dictionary.pinnedDomains["media.shop.com"] = pins
                }
                let judge = ConnectionRules(egress: egress, ats: ATSEvaluator(dictionary))
                let deadline = Deadline(at: .now.advanced(by: .seconds(300)))
                return await fetcher.fetch(
                    FetchRequest(url: url, deadline: deadline, judge: judge),
                    into: WholeBody()
                )
            }
            let first = await load(pin: nil)
            #expect(first.connectionCount == 1)
            let second = await load(pin: try await scene.authority.pin())
            #expect(second.connectionCount == 0)
            guard case .success = second else {
                Issue.record("Expected a response, not \(second).")
                return
            }
            let third = await load(pin: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
            #expect(third.connectionCount == 0)
            guard case .failure(let failure) = third else {
                Issue.record("Expected a failure, not \(third).")
                return
            }
            #expect(failure.reasons.map(\.code) == [.atsPinMismatch])
        }
    }

    private struct PlainNames: HostCanonicalizing {
        func aLabel(of name: String) -> String? { name }
    }

    /// Accepts everything, so that the connection can be reused.
    private final class WholeBody: ResponseReceiving {
        func receive(head: ResponseHead) -> TransferDecision { .proceed }

        func receive(body bytes: Span<UInt8>) -> TransferDecision { .proceed }
    }
}

extension FetchResult {
    fileprivate var connectionCount: Int {
        switch self {
        case .success(let response): response.timing.connectionCount
        case .failure(let failure): failure.timing.connectionCount
        }
    }
}
