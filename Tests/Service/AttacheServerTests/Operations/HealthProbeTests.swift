import AttacheCommandLine
import AttacheTesting
import Foundation
import TestWidth
import Testing

/// Health probes of the service.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HealthProbeTests {
    @Test func serviceIsReadyUntilItsStoreIsRemoved() async throws {
        try await ServiceProcess.run { service in
            let target = try HealthTarget(url: "http://127.0.0.1:\(service.port)")
            let well = await HealthProbe.run(target, timeout: .seconds(30))
            #expect(well.isHealthy && well.line == "healthy" && well.status == .success)
            try FileManager.default.removeItem(atPath: service.directory.path("store"))
            // A result is reused for one second.
            let ill = try await ServiceProcess.wait {
                let report = await HealthProbe.run(target, timeout: .seconds(30))
                return report.isHealthy ? nil : report
            }
            #expect(ill?.line.hasPrefix(GoldenMessages["health.store"]) == true, "\(ill?.line ?? "")")
            #expect(ill?.status == .runtimeFault)
            #expect(await HealthProbe.run(try HealthTarget(url: "http://127.0.0.1:\(service.port)/healthz")).isHealthy)
        }
    }

    @Test func unixSocketCanBeProbed() async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let socket = directory.path("socket")
        try await ServiceProcess.run(["listen=unix:\(socket)"]) { _ in
            #expect(await HealthProbe.run(HealthTarget(socket: socket), timeout: .seconds(30)).isHealthy)
            #expect(!(await HealthProbe.run(HealthTarget(socket: socket, path: "/nothing")).isHealthy))
        }
    }
}
