package import AttacheCore
package import AttacheSystem
import LoopbackOrigin

/// A TCP proxy on 127.0.0.1 that makes an origin appear at the far end of a link.
///
/// The loopback interface has neither delay nor rate limit, so the proxy simulates a sender's reaction to them, per
/// connection and direction (`SegmentSchedule`): the handshake's round trip, the initial window and its growth, the
/// bottleneck's rate and the delay. The origin's bytes are read as fast as it writes them and arrive on schedule.
///
/// Lost packets are not simulated. A lossy link has the rate of `LinkModel.bodyBytesPerSecond`, so the proxy can
/// demonstrate such a link but cannot verify the model's formula for it. A link that loses everything accepts and is
/// silent. The name lookup does not pass the proxy, and a reset arrives as an end.
package final class ShapingProxy: Sendable {
    private static let connectionLimit = 256

    /// The port to connect to instead of the origin's.
    package let port: Int
    private let stopSignal: StopSignal
    private let acceptor: Locked<NativeThread?>

    /// Starts a proxy for the origin on `originPort` of 127.0.0.1.
    package init(originPort: Int, link: LinkModel) throws(SystemCallError) {
        let listener = try LoopbackSocket.listening()
        let stopSignal = try StopSignal()
        let loop = AcceptLoop(listener: listener, stop: stopSignal, connectionLimit: Self.connectionLimit)
        do {
            acceptor = Locked(
                try NativeThread {
                    loop.run { client, _ in Self.carry(client, to: originPort, over: link, stop: stopSignal) }
                }
            )
        } catch {
            throw SystemCallError(operation: "pthread_create", code: error.code)
        }
        self.port = listener.port
        self.stopSignal = stopSignal
    }

    /// An http URL of the origin through the proxy, for a path with or without query.
    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Ends every connection and joins every thread; repeated calls have no effect.
    package func stop() {
        stopSignal.raise()
        let thread = acceptor.withLock { exchange(&$0, with: nil) }
        thread?.join()
    }

    private static func carry(_ client: LoopbackSocket, to originPort: Int, over link: LinkModel, stop: StopSignal) {
        let start = ContinuousClock.now
        guard !link.hasTotalLoss else {
            _ = client.wait(for: .closing, until: nil, stop: stop)
            return
        }
        guard let origin = try? LoopbackSocket.connected(to: originPort) else { return }
        let down = SegmentSchedule(
            bytesPerSecond: link.bodyBytesPerSecond,
            delay: link.delayDown,
            returnDelay: link.delayUp
        )
        let up = SegmentSchedule(
            bytesPerSecond: link.upBitsPerSecond.map { $0 / 8 } ?? .infinity,
            delay: link.delayUp,
            returnDelay: link.delayDown
        )
        let downThread = try? NativeThread {
            var direction = ShapedDirection(
                from: origin,
                to: client,
                stop: stop,
                start: start,
                handshake: .zero,
                schedule: down
            )
            direction.run()
        }
        guard let downThread else { return }
        var direction = ShapedDirection(
            from: client,
            to: origin,
            stop: stop,
            start: start,
            handshake: link.roundTrip,
            schedule: up
        )
        direction.run()
        downThread.join()
    }
}
