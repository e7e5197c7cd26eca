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

    @Test(
        "Three quarters of the permits are one client's where there are others, at least one",
        arguments: [(64, 48), (8, 6), (4, 3), (3, 2), (2, 1), (1, 1)]
    )
    func limit(permitCount: Int, limit: Int) {
        var state = AdmissionState(permitCount: permitCount, limits: AdmissionLimits())
        let (client, other) = (Client(name: "a"), Client(name: "b"))
        // The other client was active a moment ago.
        _ = state.take(for: other)
        state.leave(other, after: .zero, at: start)
        var count = 0
        while count <= permitCount, state.take(for: client) { count += 1 }
        #expect(count == limit)
    }

    @Test("A part is kept from the moment at which the service knows of several clients")
    func severalClients() {
        var state = AdmissionState(permitCount: 4, limits: AdmissionLimits())
        state.noteSeveralClients()
        var count = 0
        while count < 4, state.take(for: Client(name: "a")) { count += 1 }
        #expect(count == 3)
    }

    @Test(
        "A client that was there once, and one that has a token, finds a permit whenever it comes",
        arguments: [false, true]
    )
    func rareClient(hasSeveralClients: Bool) throws {
        var limits = AdmissionLimits()
        limits.hasSeveralClients = hasSeveralClients
        var state = AdmissionState(permitCount: 64, limits: limits)
        let (client, rare) = (Client(name: "a"), Client(name: "b"))
        var now = start
        for _ in 0..<64 { _ = state.take(for: client) }
        // Its first request comes too late, unless a quarter of the permits was kept for it.
        let isFirstTaken = state.take(for: rare)
        #expect(isFirstTaken == hasSeveralClients)
        if !hasSeveralClients {
            _ = try state.enqueue(request(of: rare, until: now + .seconds(8)), at: now)
            now += .seconds(8)
            for waiter in state.expire(at: now) { waiter.resume(returning: .deadlineExceeded) }
            for _ in 0..<64 { state.leave(client, after: .seconds(60), at: now) }
        } else {
            state.leave(rare, after: .zero, at: now)
            for _ in 0..<48 { state.leave(client, after: .seconds(60), at: now) }
        }
        #expect(state.free == 64)
        for _ in 0..<3 {
            now += .seconds(3600)
            for _ in 0..<64 { _ = state.take(for: client) }
            #expect(state.free == 16)
            let isTaken = state.take(for: rare)
            #expect(isTaken)
            state.leave(rare, after: .zero, at: now)
            for _ in 0..<48 { state.leave(client, after: .seconds(60), at: now) }
        }
    }

    @Test(
        "The expected wait counts the share of a client beside others only, and all permits of one that is alone",
        arguments: [(false, true), (true, false)]
    )
    func expectedWait(isBesideOther: Bool, isAdmitted: Bool) {
        var state = AdmissionState(permitCount: 64, limits: AdmissionLimits())
        let client = Client(name: "a")
        for _ in 0..<64 { _ = state.take(for: client) }
        #expect(state.free == 0)
        if isBesideOther {
            state.leave(client, after: .milliseconds(50), at: start)
            _ = state.take(for: Client(name: "b"))
            #expect(state.free == 0)
        }
        // Of 50 ms each: 500 of them take 0.39 s with 64 permits, and 0.52 s with 48.
        var problems = 0
        for _ in 0..<500 {
            do throws(Problem) {
                _ = try state.enqueue(request(of: client, until: start + .milliseconds(450)), at: start)
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
        for _ in 0..<64 { _ = state.take(for: client) }
        // Each took 2 s, since all of them were processed at once: one every 2 ms.
        var now = start + .seconds(2)
        for _ in 0..<400 {
            now += .milliseconds(2)
            state.leave(client, after: .seconds(2), at: now)
            _ = state.take(for: client)
        }
        state.leave(client, after: .seconds(2), at: now)
        _ = state.take(for: Client(name: "b"))
        // 500 of them end within 1 s.
        for _ in 0..<500 { _ = try state.enqueue(request(of: client, until: now + .seconds(2)), at: now) }
        for waiter in state.close() { waiter.resume(returning: .refused(.shuttingDown)) }
    }
}
