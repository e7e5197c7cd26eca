import AttacheCommandLine
import AttacheTesting
import Foundation
import TestWidth
import Testing

/// Health probes of the service.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HealthProbeTests {
    /// Far longer than any answer takes.
    private static let timeout = Duration.seconds(300)

    @Test func serviceIsReadyUntilItsStoreIsRemoved() async throws {
        try await ServiceProcess.run { service in
            let target = try HealthTarget(url: "http://127.0.0.1:\(service.port)")
            let well = await HealthProbe.run(target, timeout: Self.timeout)
            #expect(well.isHealthy && well.line == "healthy" && well.status == .success)
            try FileManager.default.removeItem(atPath: service.directory.path("store"))
            // A result is reused for one second.
            let ill = try await waitFor {
                let report = await HealthProbe.run(target, timeout: Self.timeout)
                return report.isHealthy ? nil : report
            }
            #expect(ill.line.hasPrefix(GoldenMessages["health.store"]), "\(ill.line)")
            #expect(ill.status == .runtimeFault)
            let alive = try HealthTarget(url: "http://127.0.0.1:\(service.port)/healthz")
            #expect(await HealthProbe.run(alive, timeout: Self.timeout).isHealthy)
        }
    }

    @Test func unixSocketCanBeProbed() async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let socket = directory.path("socket")
        try await ServiceProcess.run(["listen=unix:\(socket)"]) { _ in
            #expect(await HealthProbe.run(HealthTarget(socket: socket), timeout: Self.timeout).isHealthy)
            let nothing = HealthTarget(socket: socket, path: "/nothing")
            #expect(!(await HealthProbe.run(nothing, timeout: Self.timeout).isHealthy))
        }
    }
}
