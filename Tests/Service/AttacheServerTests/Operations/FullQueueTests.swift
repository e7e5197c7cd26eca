import AttacheTesting
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

/// Requests to an overloaded service.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct FullQueueTests {
    @Test func fullQueueDoesNotBlockReadinessRequests() async throws {
        // A byte a second: a transfer without one for ten seconds would end, and give its place to the next.
        let origin = try LoopbackOrigin.start { _ in
            .slow(SampleMedia.photoPNG.bytes, type: "image/png", byteCount: 1, interval: .seconds(1))
        }
        defer { origin.stop() }
        try await ServiceProcess.run(["jobs=2", "waiting=3", "drain=200"], beside: origin) { service in
            try await withThrowingTaskGroup { group in
                for number in 0..<5 {
                    group.addTask { await service.rewrite(origin.url("/\(number)")) }
                }
                group.addTask {
                    try await waitUntil { await service.sample("attache_queue_waiting") == 3 }
                    let refused = await service.rewrite(origin.url("/more"))
                    #expect(refused.map { [429, 503].contains($0.status) } == true)
                    let ready = await service.ask("GET", "/readyz")
                    #expect(ready?.status == 200 && ServiceProcess.text(of: ready) == "ready\n")
                    // The queue was full all the time, since the origin sends a byte a second.
                    #expect(await service.sample("attache_queue_waiting") == 3)
                    #expect(await service.sample("attache_queue_working") == 2)
                    service.send(SIGTERM)
                    return nil
                }
                try await group.waitForAll()
            }
            #expect(await service.status() == 5)
        }
    }
}
