import AttacheCore
import AttacheTesting
import CurlFetch
import LoopbackOrigin
import TestWidth
import Testing

/// Fair connection slots between hosts, with a real driver and a real origin.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostRoundRobinTests {
    @Test func manyTransfersToSlowHostDoNotDelayOthers() async throws {
        // A stall timeout would end it, and parallel tests may delay it for as long.
        let slow = try LoopbackOrigin.start { _ in
            .slow(Array(repeating: 7, count: 1000), type: "image/png", byteCount: 1, interval: .seconds(1))
        }
        defer { slow.stop() }
        let fast = try LoopbackOrigin.start { _ in .file(Array(repeating: 7, count: 1000), type: "image/png") }
        defer { fast.stop() }
        let scene = FetchScene(names: .double(answers: true), perHost: 2, transferLimit: 4)
        let waiting = (0..<2000).map { _ in Task { try await scene.fetch(slow.url(), within: .seconds(3600)) } }
        while slow.connectionCount < 2 { await pause() }
        for host in 0..<10 {
            let url = fast.url().replacing("127.0.0.1", with: "host\(host).test")
            guard case .success = try await scene.fetch(url) else {
                Issue.record("\(url) was not answered.")
                return
            }
        }
        #expect(slow.connectionCount == 2)
        scene.fetcher.shutDown()
        for task in waiting { _ = try await task.value }
    }
}
