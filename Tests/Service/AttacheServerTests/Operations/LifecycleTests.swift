import AttacheTesting
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

/// Shutdown of a real service.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct LifecycleTests {
    /// A shutdown that waits for its timeout exceeds the time limit of the tests.
    private static let longDrain = "drain=3600000"
    private static let photo = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")

    /// An origin with slow pictures, and with one that is never sent.
    private func origin() throws -> LoopbackOrigin {
        try LoopbackOrigin.start { request in
            request.path == "/never"
                ? Behaviour(steps: [.waitUntilStopped])
                : Behaviour(steps: [.wait(.milliseconds(20))] + Self.photo.steps)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func acceptedRequestsAreAnsweredUnderLoad(_ signal: Int32) async throws {
        let origin = try origin()
        defer { origin.stop() }
        try await ServiceProcess.run([Self.longDrain], beside: origin) { service in
            let clients = LoadClients(16, port: service.port) { ServiceProcess.payload(origin.url("/\($0).png")) }
            try await waitUntil { clients.current.answered > 200 }
            service.send(signal)
            let line = try await service.line(GoldenMessages["log.ending"])
            #expect(line["level"] as? String == "notice")
            // While requests arrive, the service reports that it is not ready.
            let ready = await service.ask("GET", "/readyz")
            #expect(ready == nil || ready?.status == 503)
            #expect(await service.status() == 0)
            let tally = try await clients.result()
            #expect(tally.unanswered == 0 && tally.statuses == [200])
            // Every processed payload has reached its client.
            #expect(service.lines("payload").count == tally.answered)
        }
    }

    @Test func secondSignalExitsImmediately() async throws {
        let origin = try origin()
        defer { origin.stop() }
        try await ServiceProcess.run([Self.longDrain], beside: origin) { service in
            async let answer = service.rewrite(origin.url("/never"))
            try await waitUntil { !origin.requests.isEmpty }
            service.send(SIGTERM)
            let line = try await service.line(GoldenMessages["log.ending"])
            #expect(line["working"] as? Int == 1 && line["waiting"] as? Int == 0)
            #expect((line["connections"] as? Int ?? 0) >= 1)
            service.send(SIGTERM)
            #expect(await service.status() == 143)
            #expect(await answer == nil)
        }
    }

    @Test func requestsOverShutdownTimeoutFallBackAndSetStatus() async throws {
        let origin = try origin()
        defer { origin.stop() }
        try await ServiceProcess.run(["drain=500", "jobs=1"], beside: origin) { service in
            async let first = service.rewrite(origin.url("/never"))
            try await waitUntil { !origin.requests.isEmpty }
            async let second = service.rewrite(origin.url("/never?waiting"))
            try await waitUntil { await service.sample("attache_queue_waiting") == 1 }
            service.send(SIGTERM)
            #expect(await service.status() == 5)
            let (loading, waiting) = await (first, second)
            #expect(loading?.status == 200)
            #expect(ServiceProcess.text(of: loading).contains("fetch.cancelled"))
            #expect(waiting?.status == 503)
            #expect(service.lines(GoldenMessages["log.out-of-time"]).count == 1)
        }
    }

    @Test func idleServiceDoesNotWaitForItsShutdownTimeout() async throws {
        try await ServiceProcess.run([Self.longDrain]) { service in
            service.send(SIGTERM)
            #expect(await service.status() == 0)
        }
    }

    @Test func addressInUseIsAnError() async throws {
        try await ServiceProcess.run { service in
            await #expect(throws: ServiceProcess.NotListening.self) {
                try await ServiceProcess.run(["listen=127.0.0.1:\(service.port)"]) { _ in }
            }
        }
    }
}
