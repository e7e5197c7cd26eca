import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore

/// How connections are spoken to: HTTP/1.1, and HTTP/2 where TLS lets both sides choose it.
enum ServiceChannel {
    /// The connections' side of the server.
    ///
    /// - Parameters:
    ///   - configuration: How the service works.
    ///   - certificate: What it shows of itself, or `nil` for no TLS.
    ///   - registry: Where connections stand.
    ///   - count: Counts problems that no route tells.
    /// - Returns: What makes them.
    static func builder(
        _ configuration: ServiceConfiguration,
        _ certificate: ReloadableCertificate?,
        in registry: ConnectionRegistry,
        count: @escaping @Sendable (ProblemKind) -> Void
    ) -> HTTPServerBuilder {
        let idleTimeout = configuration.idleTimeout
        let requestTimeout = TimeAmount(configuration.requestTimeout)
        let responseTimeout = TimeAmount(configuration.responseTimeout)
        let first = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                HTTPConnectionHandler(count: count), RequestBodyTimeoutHandler(timeout: requestTimeout),
                WriteTimeoutHandler(timeout: responseTimeout),
            ],
            idleTimeout: TimeAmount(idleTimeout),
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: 16 * 1024,
                maxHeaderListSize: 32 * 1024,
                maxHeaderFieldCount: 100
            )
        )
        guard let certificate else {
            return HTTPServerBuilder { responder in
                TrackedServerChannel(
                    base: HTTP1Channel(responder: responder, configuration: first),
                    registry: registry,
                    idleTimeout: idleTimeout
                )
            }
        }
        return HTTPServerBuilder { responder in
            TrackedServerChannel(
                base: SecureChannel(
                    channel: try HTTP2UpgradeChannel(
                        tlsConfiguration: certificate.configuration,
                        configuration: HTTP2UpgradeChannel.Configuration(
                            idleTimeout: idleTimeout,
                            streamConfiguration: first
                        ),
                        responder: responder
                    )
                ),
                registry: registry,
                idleTimeout: idleTimeout
            )
        }
    }
}

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

/// Sends what has been written before the connection is closed, and what is being written in the same moment.
final class FlushBeforeCloseHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = Any

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all, context.channel.isActive else { return context.close(mode: mode, promise: promise) }
        context.eventLoop.assumeIsolated().execute {
            context.flush()
            context.close(mode: mode, promise: promise)
        }
    }
}
