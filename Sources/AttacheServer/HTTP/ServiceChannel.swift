import HummingbirdCore
import HummingbirdHTTP2
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
