import TestWidth
import Testing

@testable import AttacheCore

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct LinkThrottleLinkModelTests {
    @Test("The rate is the body's, in bytes, and the delay is the round trips before the first byte")
    func threeG() {
        let plain = LinkThrottle(emulating: Network.threeG.link, isTLS: false, isNamed: true)
        #expect(plain == LinkThrottle(bytesPerSecond: 97_500, delay: .milliseconds(400)))
        let secure = LinkThrottle(emulating: Network.threeG.link, isTLS: true, isNamed: true)
        #expect(secure.delay == .milliseconds(600))
    }

    @Test("Loss reduces the rate as in the model")
    func veryBad() {
        #expect(LinkThrottle(emulating: Network.veryBad.link, isTLS: false, isNamed: false).bytesPerSecond == 5632)
    }

    @Test("A name waits for the DNS delay, an address does not; an unlimited rate is a finite number")
    func dns() {
        let named = LinkThrottle(emulating: Network.highLatencyDNS.link, isTLS: true, isNamed: true)
        #expect(named == LinkThrottle(bytesPerSecond: 125_000_000_000, delay: .seconds(3)))
        #expect(LinkThrottle(emulating: Network.highLatencyDNS.link, isTLS: true, isNamed: false).delay == .zero)
    }

    @Test("The lowest rate is one byte per second")
    func slowest() {
        #expect(LinkThrottle(emulating: Network.loss100.link, isTLS: false, isNamed: false).bytesPerSecond == 1)
        let slow = LinkThrottle(emulating: LinkModel(downBitsPerSecond: 1), isTLS: false, isNamed: false)
        #expect(slow.bytesPerSecond == 1)
    }
}
