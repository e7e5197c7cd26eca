import AttacheCore
import CurlFetch
import Glibc
import TestWidth
import Testing

@testable import LoopbackOrigin

/// The times of transfers that the deadline ends.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct StalledTransferTests {
    /// The times of a transfer that fails after 400 ms.
    private func timing(_ url: String) async throws -> TransferTiming {
        let scene = FetchScene()
        defer { scene.fetcher.shutDown() }
        guard case .failure(let failure) = try await scene.fetch(url, within: .milliseconds(400)) else {
            Issue.record("The transfer did not fail.")
            return TransferTiming()
        }
        #expect(failure.kind == .deadline)
        return failure.timing
    }

    @Test(
        "A stall counts in the phase that it happened in",
        arguments: [
            (Behaviour.silent, StageTimes.Stage.firstByte),
            (.raw([.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx".utf8)), .waitUntilStopped]), .body),
        ]
    )
    func stalledResponse(_ behaviour: Behaviour, stage: StageTimes.Stage) async throws {
        let origin = try LoopbackOrigin.start { _ in behaviour }
        defer { origin.stop() }
        let timing = try await timing(origin.url())
        let times = StageTimes(ResultTiming(total: .zero, transfer: timing))
        #expect(times[stage] > .milliseconds(200), "\(timing)")
        #expect(timing.connectionCount == 1 && timing.requestCount == 1)
    }

    @Test("The wait for a connection that does not come counts as connect")
    func stalledConnection() async throws {
        // A queue with one place, which is taken: the kernel answers no further connection.
        let listener = try LoopbackSocket.listening()
        #expect(listen(listener.descriptor, 0) == 0)
        let first = try LoopbackSocket.connected(to: listener.port)
        let timing = try await timing("http://127.0.0.1:\(listener.port)/a.png")
        #expect(timing.connect > .milliseconds(200), "\(timing)")
        #expect(timing.unfinishedConnect == timing.connect)
        #expect(timing.firstByte == .zero && timing.requestCount == 0)
        withExtendedLifetime(first) {}
    }
}
