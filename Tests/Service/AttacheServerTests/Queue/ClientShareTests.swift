import AttacheCore
import AttacheSystem
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Share of a client", .inProcess, .timeLimit(.minutes(1)))
struct ClientShareTests {
    private let start = ContinuousClock.now

    private func request(of client: Client, until deadline: ContinuousClock.Instant) -> AdmissionRequest {
        AdmissionRequest(client: client, kind: .request, deadline: deadline, waiter: Waiter<AdmissionDecision>())
    }

    /// The share after intervals of 40 ms, each with ten times as many requests as delays.
    private func share(limit: Int = 48, after intervals: [[Duration]]) -> ClientShare {
        var share = ClientShare(limit: limit)
        var now = start
        for delays in intervals {
            let all = Array(repeating: delays, count: 10).joined()
            for delay in all.dropLast() { share.note(processorDelay: delay, at: now) }
            now += .milliseconds(40)
            for delay in all.suffix(1) { share.note(processorDelay: delay, at: now) }
        }
        return share
    }

    @Test(
        "The limit shrinks by a quarter for each interval in which requests wait for more than 0.3 ms on average",
        arguments: [
            ([[Duration.microseconds(300), .microseconds(300)]], 48),
            ([[.microseconds(300), .nanoseconds(300_001)]], 36),
            ([[.zero, .microseconds(600)]], 48),
            ([[.zero, .nanoseconds(600_001)]], 36),
            ([[.milliseconds(2), .zero], [.milliseconds(2), .zero]], 27),
        ]
    )
    func shrinks(_ intervals: [[Duration]], limit: Int) {
        #expect(share(after: intervals).limit == limit)
    }

    @Test("The limit grows by one permit for each interval without such delay, to its highest value")
    func grows() {
        let late = [Duration.milliseconds(5), .zero]
        let prompt = [Duration.zero, .zero]
        #expect(share(after: [late, prompt]).limit == 37)
        #expect(share(after: [late] + Array(repeating: prompt, count: 12)).limit == 48)
        #expect(share(after: [late] + Array(repeating: prompt, count: 13)).limit == 48)
    }

    @Test("The limit does not shrink for permits that wait for origins", arguments: [(0, 36), (1, 48)])
    func longHolds(excess: Int, limit: Int) {
        var share = ClientShare(limit: 48)
        for _ in 0..<19 { share.note(processorDelay: .milliseconds(5), at: start) }
        for hold in [0, 100_000_000 + excess] { share.note(hold: .nanoseconds(hold)) }
        share.note(processorDelay: .milliseconds(5), at: start + .milliseconds(40))
        #expect(share.limit == limit)
    }

    @Test("A quarter of the permits remains, at least one", arguments: [(48, 12), (8, 2), (4, 1), (3, 1), (1, 1)])
    func lowest(limit: Int, remaining: Int) {
        let late = [Duration.seconds(1), .zero]
        #expect(share(limit: limit, after: Array(repeating: late, count: 40)).limit == remaining)
    }

    @Test("Fewer than 20 requests in an interval do not shrink the limit", arguments: [(19, 48), (20, 36)])
    func fewRequests(count: Int, limit: Int) {
        var share = ClientShare(limit: 48)
        for _ in 1..<count { share.note(processorDelay: .milliseconds(5), at: start) }
        share.note(processorDelay: .milliseconds(5), at: start + .milliseconds(40))
        #expect(share.limit == limit)
    }

    @Test("The limit changes once in 40 ms", arguments: [(39_999, 48), (40_000, 36)])
    func interval(microseconds: Int, limit: Int) {
        var share = ClientShare(limit: 48)
        for _ in 0..<19 { share.note(processorDelay: .milliseconds(5), at: start) }
        share.note(processorDelay: .milliseconds(5), at: start + .microseconds(microseconds))
        #expect(share.limit == limit)
    }

    @Test(
        "The expected wait counts the share of a client beside others only, and all permits of one that is alone",
        arguments: [(false, true), (true, false)]
    )
    func expectedWait(isBesideOther: Bool, isAdmitted: Bool) {
        var state = AdmissionState(permitCount: 64, limits: AdmissionLimits())
        let client = Client(name: "a")
        for _ in 0..<64 { _ = state.take(for: client, at: start) }
        #expect(state.free == 0)
        if isBesideOther {
            state.leave(client, after: .milliseconds(50), at: start)
            _ = state.take(for: Client(name: "b"), at: start)
            #expect(state.free == 0)
        }
        for number in 0...400 {
            state.note(processorDelay: .milliseconds(5), at: start + .milliseconds(number))
        }
        // Of 50 ms each: 500 of them take 0.4 s with 64 permits, and 2.1 s with twelve.
        var problems = 0
        for _ in 0..<500 {
            do throws(Problem) {
                _ = try state.enqueue(request(of: client, until: start + .seconds(2)), at: start + .milliseconds(400))
            } catch {
                problems += 1
                #expect(error.kind == .unavailable)
            }
        }
        #expect((problems == 0) == isAdmitted)
        for waiter in state.close() { waiter.resume(returning: .refused(.shuttingDown)) }
    }

    @Test("A client whose requests stop ending has a longer expected wait", arguments: [(0, true), (4, false)])
    func expectedWaitOfAStall(seconds: Int, isShort: Bool) {
        var pace = ClientPace()
        var now = start
        for _ in 0..<400 {
            now += .milliseconds(1)
            pace.end(after: .seconds(2), at: now)
        }
        let wait = pace.wait(of: 500, permitCount: 4, at: now + .seconds(seconds))
        #expect((wait < 2) == isShort)
        // An end that is recorded late does not look like a stall.
        pace.end(after: .seconds(2), at: start)
        #expect(pace.wait(of: 500, permitCount: 4, at: now) < 2)
    }

    @Test("The paces of idle clients are forgotten when there are many, and those of others stay")
    func manyPaces() {
        var paces = ClientPaces<Int>()
        for client in 0...1024 {
            #expect(!paces.isCrowded)
            paces.end(client, after: .seconds(60), at: start)
        }
        #expect(paces.isCrowded)
        paces.forget { $0 != 7 }
        #expect(paces.count == 1 && !paces.isCrowded)
        let waits = [7, 8].map { paces.wait(of: 1, for: $0, permitCount: 1, at: start) }
        #expect(waits[0] > 1 && waits[1] < 1)
    }

    @Test("Requests that began together and end in quick succession do not make those behind them wait in vain")
    func expectedWaitOfABurst() throws {
        var state = AdmissionState(permitCount: 64, limits: AdmissionLimits())
        let client = Client(name: "a")
        for _ in 0..<64 { _ = state.take(for: client, at: start) }
        // Each took 2 s, since all of them were processed at once: one every 2 ms.
        var now = start + .seconds(2)
        for _ in 0..<400 {
            now += .milliseconds(2)
            state.leave(client, after: .seconds(2), at: now)
            _ = state.take(for: client, at: now)
        }
        for number in 0...400 { state.note(processorDelay: .milliseconds(5), at: now + .milliseconds(number)) }
        state.leave(client, after: .seconds(2), at: now)
        _ = state.take(for: Client(name: "b"), at: now)
        // 500 of them end within 1 s.
        for _ in 0..<500 { _ = try state.enqueue(request(of: client, until: now + .seconds(2)), at: now) }
        for waiter in state.close() { waiter.resume(returning: .refused(.shuttingDown)) }
    }
}
