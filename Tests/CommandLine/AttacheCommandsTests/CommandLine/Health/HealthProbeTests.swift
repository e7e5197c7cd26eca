import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheCommandLine

@Suite("Health probe results", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HealthProbeTests {
    /// Far longer than any answer takes.
    private static let timeout = Duration.seconds(300)

    @Test(
        "A 2xx status is healthy, any other is reported with its body on one line",
        arguments: [
            (200, "", true, "healthy"), (204, "", true, "healthy"), (302, "", false, "unhealthy: status 302"),
            (503, "no\nroom\n", false, "unhealthy: status 503: no room"),
            // What is beyond 64 KiB is not read.
            (200, String(repeating: "x", count: 65_537), true, "healthy"),
        ]
    )
    func statuses(status: Int, body: String, isHealthy: Bool, line: String) async throws {
        let origin = try LoopbackOrigin.start { _ in .response(status, body: Array(body.utf8)) }
        defer { origin.stop() }
        let target = try HealthTarget(url: "http://127.0.0.1:\(origin.port)")
        let report = await HealthProbe.run(target, timeout: Self.timeout)
        #expect(report == HealthReport(isHealthy: isHealthy, line: line))
        #expect(origin.requests.map(\.path) == ["/readyz"])
    }

    @Test("A target that does not respond is unreachable, and the line names it in the product's words")
    func silence() async throws {
        let unreachable = await HealthProbe.run(HealthTarget(socket: "/nobody/listens"))
        #expect(!unreachable.isHealthy && !unreachable.line.contains("\n"))
        #expect(unreachable.line == GoldenMessages["health.no-listener", ["target": "/nobody/listens"]])
        let origin = try LoopbackOrigin.start { _ in Behaviour(steps: [.waitUntilStopped]) }
        defer { origin.stop() }
        let late = await HealthProbe.run(
            try HealthTarget(url: "http://127.0.0.1:\(origin.port)"),
            timeout: .milliseconds(100)
        )
        let url = "http://127.0.0.1:\(origin.port)/readyz"
        #expect(!late.isHealthy)
        #expect(late.line == GoldenMessages["health.late", ["target": url]])
        let closing = try LoopbackOrigin.start { _ in .empty }
        defer { closing.stop() }
        let target = try HealthTarget(url: "http://127.0.0.1:\(closing.port)")
        let closed = await HealthProbe.run(target, timeout: Self.timeout)
        #expect(closed.line == GoldenMessages["health.closed", ["target": "http://127.0.0.1:\(closing.port)/readyz"]])
    }
}
