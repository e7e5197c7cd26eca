import AttacheCore
import AttacheTesting
import ExtensionNetworking
import Foundation
import FoundationNetworking
import TestWidth
import Testing

@Suite("Time of sessions", .inProcess, .timeLimit(.minutes(1)))
struct SessionTimeTests {
    private static func session(
        _ answer: ScriptedAnswer,
        clock: ManualClock,
        network name: String = "wifi",
        _ configuration: AttacheURLSessionConfiguration = .default
    ) throws -> AttacheURLSession {
        var network = ExtensionNetwork(clock: TestClock(manual: clock))
        network.network = name
        network.fetcher = RecordingFetcher(script: [answer])
        return try AttacheURLSession(configuration: configuration, network: network)
    }

    @Test(
        "A load without a byte fails after the timeout of its request, or of the session",
        arguments: [(nil, 5.0, 604_800.0, 5), (3.0, 5.0, 604_800.0, 3), (nil, 60.0, 7.0, 7), (nil, 0.0, 604_800.0, 60)]
            as [(Double?, Double, Double, Int)]
    )
    func timeouts(own: Double?, request: Double, resource: Double, seconds: Int) async throws {
        let clock = ManualClock()
        let configuration = AttacheURLSessionConfiguration.default
        configuration.timeoutIntervalForRequest = request
        configuration.timeoutIntervalForResource = resource
        let session = try Self.session(.untilCancelled, clock: clock, configuration)
        var asked = URLRequest(url: anyURL)
        if let own { asked.timeoutInterval = own }
        let sent = asked
        async let failure = loadCode { try await session.data(for: sent) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(seconds) - .milliseconds(1))
        // The watch has seen that time is left, and sleeps again or still.
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(1))
        #expect(await failure == .timedOut)
    }

    @Test("A response arrives when the device would have it")
    func deviceTime() async throws {
        let clock = ManualClock()
        var timing = TransferTiming()
        timing.connectionCount = 1
        timing.requestCount = 1
        let body = [UInt8](repeating: 0x41, count: 500_000)
        let response = ScriptedResponse(fields: [("Content-Type", "image/jpeg")], pieces: [body], timing: timing)
        let session = try Self.session(.response(response), clock: clock, network: "3g")
        let start = clock.now
        let arrival = Task {
            let count = try await session.data(from: anyURL).0.count
            return (count, start.duration(to: clock.now))
        }
        // 4 Mbit at 780 kbit/s are more than 4 s and less than 8 s.
        for _ in 0..<2 {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(4))
        }
        let (count, time) = try await arrival.value
        #expect(count == body.count && time == .seconds(8))
    }

    @Test("A network that loses every packet fails by the timeout")
    func totalLoss() async throws {
        let clock = ManualClock()
        let session = try Self.session(.untilCancelled, clock: clock, network: "loss-100")
        async let failure = loadCode { try await session.data(from: anyURL) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(60))
        #expect(await failure == .timedOut)
    }

    @Test("A cancelled load ends at once with its error", arguments: [false, true])
    func cancelled(byTask: Bool) async throws {
        let clock = ManualClock()
        let session = try Self.session(.untilCancelled, clock: clock)
        if byTask {
            let load = Task { await loadCode { try await session.data(from: anyURL) } }
            await clock.waitForSleepers(1)
            load.cancel()
            #expect(await load.value == .cancelled)
        } else {
            let error = await value { (done: @escaping @Sendable ((any Error)?) -> Void) in
                let task = session.dataTask(with: anyURL) { _, _, error in done(error) }
                task.resume()
                task.cancel()
            }
            #expect((error as? URLError)?.code == .cancelled)
        }
    }

    @Test("A task that was cancelled before it began gets the error too, once")
    func cancelledFirst() async throws {
        let session = try Self.session(.untilCancelled, clock: ManualClock())
        let task = session.dataTask(with: anyURL)
        #expect(task.state == .suspended && task.originalRequest?.url == anyURL && task.taskIdentifier == 1)
        task.cancel()
        task.cancel()
        task.resume()
        #expect(task.state == .completed && (task.error as? URLError)?.code == .cancelled)
    }
}
