import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheCore

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ShapingProxyTests {
    private let body = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    /// Requests the body through a link.
    private func transfer(_ link: LinkModel) throws -> (response: LoopbackResponse?, time: Duration) {
        let origin = try LoopbackOrigin.start(routes: ["/body": .file(body, type: "image/png")])
        defer { origin.stop() }
        let proxy = try ShapingProxy(originPort: origin.port, link: link)
        defer { proxy.stop() }
        let start = ContinuousClock.now
        let client = try LoopbackClient(port: proxy.port)
        client.get("/body")
        let response = client.response()
        return (response, start.duration(to: client.lastArrival))
    }

    @Test(
        "Bytes arrive unchanged on any link",
        arguments: [
            LinkModel(),
            LinkModel(downBitsPerSecond: 8_000_000, delayDown: .milliseconds(3), delayUp: .milliseconds(2)),
        ]
    )
    func bytes(link: LinkModel) throws {
        let response = try transfer(link).response
        #expect(response?.status == 200)
        #expect(response?.body == body)
    }

    @Test("A transfer never takes less than two round trips and the time at the rate")
    func atLeast() throws {
        let link = LinkModel(downBitsPerSecond: 1_600_000, delayDown: .milliseconds(20), delayUp: .milliseconds(30))
        // 100 ms of round trips and 40,000 bytes at 200,000 per second.
        #expect(try transfer(link).time >= .milliseconds(300))
    }

    @Test("The window slows a long link without a rate: two round trips and one more flight")
    func window() throws {
        let link = LinkModel(delayDown: .milliseconds(40), delayUp: .milliseconds(10))
        #expect(try transfer(link).time >= .milliseconds(150))
    }

    @Test("The end of the stream arrives after the last byte")
    func end() throws {
        let origin = try LoopbackOrigin.start(routes: ["/": .response(body: [1, 2, 3], framing: .close)])
        defer { origin.stop() }
        let proxy = try ShapingProxy(originPort: origin.port, link: LinkModel(delayDown: .milliseconds(2)))
        defer { proxy.stop() }
        let client = try LoopbackClient(port: proxy.port)
        client.get("/")
        #expect(client.response()?.body == [1, 2, 3])
        #expect(client.isAtEnd)
    }

    @Test("A link with total loss is silent, and stopping it ends the wait")
    func dead() throws {
        let origin = try LoopbackOrigin.start(routes: [:])
        defer { origin.stop() }
        let proxy = try ShapingProxy(originPort: origin.port, link: Network.loss100.link)
        let client = try LoopbackClient(port: proxy.port)
        client.get("/")
        proxy.stop()
        #expect(client.response() == nil)
        #expect(client.isAtEnd)
        #expect(origin.requestCount == 0)
    }
}
