import Attache
import AttacheTesting
import Foundation
import TestWidth
import Testing

/// Downloads through a real proxy.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ProxyTests {
    private func rewrite(_ url: String, _ server: Nginx, through proxy: Int?) async throws -> Report {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let store = scratch.url("store")
        var configuration = AttacheConfiguration()
        configuration.allowedAddresses = ["127.0.0.0/8:\(server.port)", "127.0.0.0/8:\(server.securePort)"]
        configuration.allowedHosts = ["localhost"]
        configuration.certificateAuthorityFile = server.site.authority.path(percentEncoded: false)
        configuration.storeDirectory = store.path(percentEncoded: false)
        // No payload's time ends during a test, however slow the machine is.
        configuration.deadline = .seconds(600)
        configuration.proxy = proxy.map { "http://127.0.0.1:\($0)" }
        return try await withAttache(configuration: configuration) { attache in
            try Report(
                await attache.rewrite(#"{"aps":{"alert":"Hello","mutable-content":1},"media_url":"\#(url)"}"#)
            )
        }
    }

    @Test(arguments: [false, true])
    func everyDownloadIsATunnelToTheCheckedAddress(secure: Bool) async throws {
        try await Nginx.serving { server in
            try await Tinyproxy.serving(tunnelsTo: [server.port, server.securePort]) { proxy in
                let report = try await rewrite(server.url("photo.png", secure: secure), server, through: proxy.port)
                #expect(report.outcome == "attached", "\(report.codes)")
                let port = secure ? server.securePort : server.port
                #expect(proxy.requests.contains { $0.contains("127.0.0.1:\(port)") }, "\(proxy.requests)")
            }
        }
    }

    @Test func proxyReceivesCheckedAddressInsteadOfName() async throws {
        try await Nginx.serving { server in
            try await Tinyproxy.serving(tunnelsTo: [server.port]) { proxy in
                let url = "http://localhost:\(server.port)/photo.png"
                let report = try await rewrite(url, server, through: proxy.port)
                #expect(report.outcome == "attached", "\(report.codes)")
                #expect(proxy.requests.contains { $0.contains("127.0.0.1:\(server.port)") }, "\(proxy.requests)")
                #expect(!proxy.requests.contains { $0.contains("localhost") })
            }
        }
    }

    @Test func rejectingProxyIsReported() async throws {
        try await Nginx.serving { server in
            try await Tinyproxy.serving(tunnelsTo: [1]) { proxy in
                let report = try await rewrite(server.url("photo.png", secure: true), server, through: proxy.port)
                #expect(report.outcome == "plain")
                #expect(report.codes.contains("fetch.connect"), "\(report.codes)")
            }
        }
    }

    @Test func proxyDoesNotBypassPolicy() async throws {
        try await Nginx.serving { server in
            try await Tinyproxy.serving(tunnelsTo: [server.port, 443]) { proxy in
                let report = try await rewrite("https://169.254.169.254/a.png", server, through: proxy.port)
                #expect(report.codes.contains("egress.address-denied"), "\(report.codes)")
                #expect(proxy.requests.isEmpty)
            }
        }
    }
}
