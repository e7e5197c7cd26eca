import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore

/// The channel set-up of connections: HTTP/1.1, and HTTP/2 if negotiated by TLS.
enum ServiceChannel {
    /// Returns the builder of server channels; without a certificate they use no TLS. `immediate` answers
    /// what needs no router, and `count` is called for problems that no route reports.
    static func builder(
        _ configuration: ServiceConfiguration,
        _ certificate: ReloadableCertificate?,
        in registry: ConnectionRegistry,
        log: ServiceLog,
        immediate: (any ImmediateResponding)?,
        count: @escaping @Sendable (ProblemKind) -> Void
    ) -> HTTPServerBuilder {
        let idleTimeout = configuration.idleTimeout
        let requestTimeout = TimeAmount(configuration.requestTimeout)
        let responseTimeout = TimeAmount(configuration.responseTimeout)
        let first = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                WriteTimeoutHandler(timeout: responseTimeout), RequestGate(),
                HTTPConnectionHandler(immediate, count: count), RequestBodyTimeoutHandler(timeout: requestTimeout),
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
                    idleTimeout: idleTimeout,
                    isSecure: false
                )
            }
        }
        let plainRequests = PlainRequestLog(log)
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
                    ),
                    report: { address in
                        count(.badRequest)
                        plainRequests.report(address)
                    }
                ),
                registry: registry,
                idleTimeout: idleTimeout,
                isSecure: true
            )
        }
    }
}

/// A TLS connection that flushes its output before it closes.
///
/// Hummingbird closes an HTTP/2 connection that was asked to shut down as soon as its last stream has ended, while the
/// end of that stream and earlier data may still be unsent.
struct SecureChannel: ServerChildChannel {
    typealias Value = HTTP2UpgradeChannel.Value

    let channel: HTTP2UpgradeChannel
    /// Called with the address of a client that sends a request without TLS.
    let report: @Sendable (String) -> Void

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        do {
            // Before TLS, which is added next.
            try channel.pipeline.syncOperations.addHandler(PlainRequestHandler(report: report))
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        let value = self.channel.setup(channel: channel, logger: logger)
        do {
            // Added between TLS and the negotiated protocol, which is added later.
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

/// Flushes before a close, including writes of the same event loop tick.
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
