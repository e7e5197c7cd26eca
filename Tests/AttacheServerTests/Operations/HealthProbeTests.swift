import Foundation
import Testing

@testable import AttacheServer

/// What `attached health` asks and hears.
@Suite(.timeLimit(.minutes(1)))
struct HealthProbeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: String?
        let address: String?
        let isSecure: Bool

        init(_ url: String, _ address: String?, _ path: String? = nil, isSecure: Bool = false) {
            testDescription = url
            self.address = address
            self.path = path
            self.isSecure = isSecure
        }
    }

    @Test(arguments: [
        Row("http://127.0.0.1:8420", "127.0.0.1:8420", "/readyz"),
        Row("http://localhost:8420/", "localhost:8420", "/readyz"),
        Row("https://[::1]:8443/healthz", "[::1]:8443", "/healthz", isSecure: true),
        Row("http://[::1]", "[::1]:80", "/readyz"),
        Row("https://service", "service:443", "/readyz", isSecure: true),
        Row("http://service/a?b#c", "service:80", "/a?b"),
        Row("http://", nil), Row("127.0.0.1:8420", nil), Row("ftp://service", nil), Row("http://a b", nil),
        Row("http://user@service", nil), Row("http://service:port", nil), Row("http://a\r\nb", nil),
    ])
    func addressesAreRead(_ row: Row) {
        let target = try? HealthTarget(url: row.testDescription)
        #expect(target?.address.description == row.address)
        #expect(target?.path == row.path)
        #expect((target?.isSecure ?? false) == row.isSecure)
    }

    @Test func aServiceIsWellUntilItsStoreIsGone() async throws {
        try await ServiceProcess.run { service in
            let target = try HealthTarget(url: "http://127.0.0.1:\(service.port)")
            let well = await HealthProbe.run(target, timeout: .seconds(30))
            #expect(well == HealthReport(isHealthy: true, line: "healthy") && well.exitStatus == 0)
            try FileManager.default.removeItem(atPath: service.directory.path("store"))
            // What was true is said for a second.
            let ill = try await ServiceProcess.wait {
                let report = await HealthProbe.run(target, timeout: .seconds(30))
                return report.isHealthy ? nil : report
            }
            #expect(ill?.line.hasPrefix("unhealthy: status 503: Could not ") == true, "\(ill?.line ?? "")")
            #expect(ill?.exitStatus == 1)
            #expect(await HealthProbe.run(try HealthTarget(url: "http://127.0.0.1:\(service.port)/healthz")).isHealthy)
        }
    }

    @Test func aUnixSocketIsAskedToo() async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let socket = directory.path("socket")
        try await ServiceProcess.run(["listen=unix:\(socket)"]) { _ in
            #expect(await HealthProbe.run(HealthTarget(socket: socket), timeout: .seconds(30)).isHealthy)
            #expect(!(await HealthProbe.run(HealthTarget(socket: socket, path: "/nothing")).isHealthy))
        }
    }

    @Test func whoDoesNotAnswerIsUnreachable() async throws {
        let nobody = await HealthProbe.run(HealthTarget(socket: "/nobody/listens"))
        #expect(!nobody.isHealthy && nobody.line.hasPrefix("unreachable: ") && !nobody.line.contains("\n"))
        let silent = try SilentListener()
        defer { silent.stop() }
        let late = await HealthProbe.run(
            try HealthTarget(url: "http://127.0.0.1:\(silent.port)"),
            timeout: .milliseconds(100)
        )
        #expect(!late.isHealthy && late.line.hasPrefix("unreachable: no answer in "))
    }
}
