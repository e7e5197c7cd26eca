import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore

/// A connection over TLS, whose last words are sent before it is closed.
///
/// An HTTP/2 connection that is told to end is closed by Hummingbird as soon as its last stream has ended, with the end of
/// that stream, and what stands before it, still to be sent.
struct SecureChannel: ServerChildChannel {
    typealias Value = HTTP2UpgradeChannel.Value

    let channel: HTTP2UpgradeChannel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let value = self.channel.setup(channel: channel, logger: logger)
        do {
            // Between TLS and what is negotiated by it, which comes later.
            try channel.pipeline.syncOperations.addHandler(FlushBeforeCloseHandler())
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return value
    }

    @concurrent func handle(value: Value, logger: Logger) async {
        await channel.handle(value: value, logger: logger)
    }
}
