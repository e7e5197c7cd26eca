import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// The channel of a connection: HTTP/1.1, over TLS if there is a certificate. It is tracked from before its first byte.
struct ServiceChannel: ServerChildChannel {
    private let base: HTTP1Channel
    private let registry: ConnectionRegistry
    private let idleTimeout: Duration
    private let security: Security?

    /// What a connection over TLS needs.
    private struct Security {
        let context: NIOSSLContext
        /// Called with the address of a client that sends a request without TLS.
        let report: @Sendable (String) -> Void
    }

    /// Returns the builder of server channels; without a certificate they use no TLS. `routes` are answered
    /// without the router, if there are any, and `count` is called for problems that no route reports.
    static func builder(
        _ configuration: ServiceConfiguration,
        _ certificate: ReloadableCertificate?,
        in registry: ConnectionRegistry,
        refusals: RefusalLog,
        routes: CollectedRoutes?,
        count: @escaping @Sendable (ProblemKind) -> Void
    ) -> HTTPServerBuilder {
        let requestTimeout = TimeAmount(configuration.requestTimeout)
        let responseTimeout = TimeAmount(configuration.responseTimeout)
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                WriteTimeoutHandler(timeout: responseTimeout),
                HTTPConnectionHandler(routes, requestTimeout: requestTimeout, count: count),
            ],
            idleTimeout: TimeAmount(configuration.idleTimeout),
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: 16 * 1024,
                maxHeaderListSize: 32 * 1024,
                maxHeaderFieldCount: 100
            )
        )
        return HTTPServerBuilder { responder in
            ServiceChannel(
                base: HTTP1Channel(responder: responder, configuration: channel),
                registry: registry,
                idleTimeout: configuration.idleTimeout,
                security: try certificate.map { certificate in
                    Security(context: try NIOSSLContext(configuration: certificate.configuration)) { address in
                        count(.badRequest)
                        refusals.reportWithoutTLS(address)
                    }
                }
            )
        }
    }

    /// The bytes of one read.
    static let readSize = 16 << 10

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let (registry, idleTimeout, security) = (registry, idleTimeout, security)
        return channel.eventLoop.makeCompletedFuture {
            // What was read and is not yet parsed counts for the memory of a connection.
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            // A buffer that grows with large requests would stay as large while the connection is idle.
            let allocator = FixedSizeRecvByteBufferAllocator(capacity: Self.readSize)
            try channel.syncOptions?.setOption(.recvAllocator, value: allocator)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(IdleConnectionHandler(Connection(channel), in: registry, idleTimeout: idleTimeout))
            guard let security else { return }
            // Over TLS a client that closes its side has gone; over TCP it may wait for its response.
            try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
            try pipeline.addHandlers(
                PlainRequestHandler(report: security.report),
                NIOSSLServerHandler(context: security.context)
            )
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    @concurrent func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
