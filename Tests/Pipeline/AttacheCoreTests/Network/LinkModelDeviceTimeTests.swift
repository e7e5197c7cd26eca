import TestWidth
import Testing

@testable import AttacheCore

/// The expected times are computed by hand from the formula in the documentation of `LinkModel.deviceTime`.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct LinkModelDeviceTimeTests {
    /// One request on one new connection.
    private func timing(tls: Int = 0, oldTLS: Int = 0, requests: Int = 1, connections: Int = 1) -> TransferTiming {
        var timing = TransferTiming()
        timing.connectionCount = connections
        timing.tlsConnectionCount = tls
        timing.oldTLSConnectionCount = oldTLS
        timing.requestCount = requests
        return timing
    }

    private func milliseconds(
        _ link: LinkModel,
        _ timing: TransferTiming,
        _ byteCount: Int,
        lookups: Int = 0
    ) throws -> Double {
        try #require(link.deviceTime(for: timing, byteCount: byteCount, lookupCount: lookups)).milliseconds
    }

    @Test("3G, 97,500 B/s and 200 ms: two round trips, one flight of 14,600 bytes, the rest at the rate")
    func threeG() throws {
        // 400 + 200 + (65,536 - 14,600) / 97.5 = 400 + 200 + 522.4205
        let time = try milliseconds(Network.threeG.link, timing(), 65_536)
        #expect(abs(time - 1122.4205) < 0.001)
    }

    @Test("An address that did not connect does not hide the time that the origin needed")
    func unfinishedConnect() throws {
        var timing = timing()
        (timing.connect, timing.firstByte) = (.milliseconds(10), .milliseconds(110))
        let link = LinkModel(delayDown: .milliseconds(50), delayUp: .milliseconds(50))
        #expect(try milliseconds(link, timing, 1000) == 300)
        timing.connect += .seconds(5)
        timing.unfinishedConnect = .seconds(5)
        #expect(try milliseconds(link, timing, 1000) == 300)
    }

    @Test("Edge, 30,000 B/s and 840 ms: TLS 1.3 adds one round trip, and 1.2 another")
    func edge() throws {
        // 3 × 840 + 840 + (100,000 - 14,600) / 30 = 2520 + 840 + 2846.6667
        let modern = try milliseconds(Network.edge.link, timing(tls: 1), 100_000)
        #expect(abs(modern - 6206.6667) < 0.001)
        let old = try milliseconds(Network.edge.link, timing(oldTLS: 1), 100_000)
        #expect(abs(old - modern - 840) < 0.001)
    }

    @Test("LTE, 6,250,000 B/s and 115 ms: slow start lasts until the window is 718,750 bytes")
    func lte() throws {
        // Flights of 14,600, 29,200, 58,400, 116,800, 233,600 and 467,200 bytes, 919,800 together; the next window,
        // 934,400, is over rate × RTT: 230 + 6 × 115 + (1,000,000 - 919,800) / 6250 = 230 + 690 + 12.832
        let time = try milliseconds(Network.lte.link, timing(), 1_000_000)
        #expect(abs(time - 932.832) < 0.001)
    }

    @Test("Wi-Fi, 5,000,000 B/s and 2 ms: the first window already fills the link")
    func wifi() throws {
        // 2 × 2 + 1,000,000 / 5000
        let time = try milliseconds(Network.wifi.link, timing(), 1_000_000)
        #expect(abs(time - 204) < 0.001)
    }

    @Test("One window arrives in one flight, and one byte more waits for the next")
    func window() throws {
        let link = LinkModel(delayDown: .milliseconds(50), delayUp: .milliseconds(50))
        #expect(try milliseconds(link, timing(), 14_600) == 200)
        #expect(try milliseconds(link, timing(), 14_601) == 300)
        #expect(try milliseconds(link, timing(), 43_800) == 300)
        #expect(try milliseconds(link, timing(), 43_801) == 400)
    }

    @Test("Loss caps the rate: 1460 × 1.22 / (1 s × √0.1) = 5632.65 B/s")
    func mathis() throws {
        #expect(abs(Network.veryBad.link.bodyBytesPerSecond - 5632.6490) < 0.001)
        // 2 × 1000 + 56,326 / 5.632649
        let time = try milliseconds(Network.veryBad.link, timing(), 56_326)
        #expect(abs(time - 11_999.9131) < 0.01)
    }

    @Test("A rate below Mathis's cap is unchanged, and without a round trip there is no cap")
    func mathisDoesNotRaise() {
        var link = Network.veryBad.link
        link.downBitsPerSecond = 40_000
        #expect(link.bodyBytesPerSecond == 5000)
        #expect(LinkModel(lossDown: 0.1).bodyBytesPerSecond == .infinity)
    }

    @Test("Each resolved name waits for the DNS delay")
    func dns() throws {
        let link = Network.highLatencyDNS.link
        #expect(try milliseconds(link, timing(), 10_000_000) == 0)
        #expect(try milliseconds(link, timing(), 10_000_000, lookups: 1) == 3000)
        #expect(try milliseconds(link, timing(), 10_000_000, lookups: 2) == 6000)
    }

    @Test("The origin's own time is the first byte's less the connect's, and never negative")
    func thinkTime() throws {
        var slow = timing()
        slow.connect = .milliseconds(20)
        slow.firstByte = .milliseconds(520)
        #expect(try milliseconds(LinkModel(), slow, 0) == 500)
        slow.firstByte = .milliseconds(19)
        #expect(try milliseconds(LinkModel(), slow, 0) == 0)
    }

    @Test("A redirect on the same connection costs one round trip, on another connection two")
    func hops() throws {
        let link = LinkModel(delayDown: .milliseconds(50), delayUp: .milliseconds(50))
        #expect(try milliseconds(link, timing(requests: 2, connections: 1), 0) == 300)
        #expect(try milliseconds(link, timing(requests: 2, connections: 2), 0) == 400)
    }

    @Test("Total loss never completes, and any lower loss does")
    func never() {
        for link in [LinkModel(lossDown: 1), LinkModel(lossUp: 1), Network.offline.link, Network.loss100.link] {
            #expect(link.deviceTime(for: timing(), byteCount: 1, lookupCount: 0) == nil)
        }
        #expect(LinkModel(lossDown: 0.99).deviceTime(for: timing(), byteCount: 1, lookupCount: 0) != nil)
    }
}
