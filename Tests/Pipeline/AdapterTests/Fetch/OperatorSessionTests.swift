import AttacheCore
import AttacheSystem
import AttacheTesting
import CurlFetch
import TestWidth
import Testing

@testable import LoopbackOrigin

@Suite("Requests to configured endpoints", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct OperatorSessionTests {
    @Test("A request that is stopped fails, also one that has not begun", arguments: [true, false])
    func stopped(_ isBefore: Bool) async throws {
        let origin = try LoopbackOrigin.start { _ in .silent }
        defer { origin.stop() }
        let stop = OperatorStop()
        if isBefore { stop.set() }
        let request = OperatorRequest("GET", origin.url("/x"), timeout: .seconds(600))
        let ended = Waiter<OperatorOutcome>()
        let thread = try NativeThread {
            ended.resume(returning: OperatorSession(.authorities(file: nil)).send(request, unless: stop))
        }
        while !isBefore, origin.requests.isEmpty { await pause() }
        stop.set()
        guard case .failure("the program ends") = await ended.wait() else {
            Issue.record("The request did not end.")
            return
        }
        thread.join()
    }
}
