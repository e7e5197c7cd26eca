import AttacheCore
import CurlFetch
import Glibc
import TestWidth
import Testing

@testable import LoopbackOrigin

/// The times of transfers that the deadline ends.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct StalledTransferTests {
    /// The times of a transfer that fails at its deadline, most of whose time is a stall.
    ///
    /// A busy machine may need the whole time to get that far, so that the next attempt has twice as much.
    private func timing(_ url: String, stall: (TransferTiming) -> Duration) async throws -> TransferTiming {
        var time = Duration.milliseconds(400)
        while true {
            try Task.checkCancellation()
            let timing = try await timing(url, within: time)
            if stall(timing) > time / 2 { return timing }
            try #require(time < .seconds(30), "\(timing)")
            time = time * 2
        }
    }

    private func timing(_ url: String, within time: Duration) async throws -> TransferTiming {
        let scene = FetchScene()
        defer { scene.fetcher.shutDown() }
        guard case .failure(let failure) = try await scene.fetch(url, within: time) else {
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
        let timing = try await timing(origin.url()) { timing in
            StageTimes(ResultTiming(total: .zero, transfer: timing))[stage]
        }
        #expect(timing.connectionCount == 1 && timing.requestCount == 1)
    }

    @Test("The wait for a connection that does not come counts as connect")
    func stalledConnection() async throws {
        // A queue with one place, which is taken: the kernel answers no further connection.
        let listener = try LoopbackSocket.listening()
        #expect(listen(listener.descriptor, 0) == 0)
        let first = try LoopbackSocket.connected(to: listener.port)
        let timing = try await timing("http://127.0.0.1:\(listener.port)/a.png") { $0.connect }
        #expect(timing.unfinishedConnect == timing.connect)
        #expect(timing.firstByte == .zero && timing.requestCount == 0)
        withExtendedLifetime(first) {}
    }
}
