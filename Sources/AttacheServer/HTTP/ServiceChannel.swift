import HummingbirdCore
import HummingbirdHTTP2
import NIOCore
import NIOSSL

/// How connections are spoken to: HTTP/1.1, and HTTP/2 where TLS lets both sides choose it.
enum ServiceChannel {
    /// The connections' side of the server.
    ///
    /// - Parameter configuration: How the service works.
    /// - Returns: What makes them.
    /// - Throws: `ServiceConfigurationError` when certificate or key cannot be used.
    static func builder(_ configuration: ServiceConfiguration) throws(ServiceConfigurationError) -> HTTPServerBuilder {
        let idle = TimeAmount.nanoseconds(Int64(configuration.idleTimeout / .nanoseconds(1)))
        let requestTimeout = TimeAmount.nanoseconds(Int64(configuration.requestTimeout / .nanoseconds(1)))
        let responseTimeout = TimeAmount.nanoseconds(Int64(configuration.responseTimeout / .nanoseconds(1)))
        let first = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                SlowBodyHandler(timeout: requestTimeout), StalledReaderHandler(timeout: responseTimeout),
            ],
            idleTimeout: idle,
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: 16 * 1024,
                maxHeaderListSize: 32 * 1024,
                maxHeaderFieldCount: 100
            )
        )
        guard let files = configuration.tls else { return .http1(configuration: first) }
        do {
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(files.certificateChain).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: files.privateKey, format: .pem))
            )
            tls.minimumTLSVersion = .tlsv12
            let upgraded = HTTP2UpgradeChannel.Configuration(
                idleTimeout: configuration.idleTimeout,
                streamConfiguration: first
            )
            return HTTPServerBuilder { [tls] responder in
                let channel = try HTTP2UpgradeChannel(
                    tlsConfiguration: tls,
                    configuration: upgraded,
                    responder: responder
                )
                return SecureChannel(channel: channel)
            }
        } catch {
            throw ServiceConfigurationError(
                problems: ["tls: \(files.certificateChain) and \(files.privateKey) cannot be used: \(error)"]
            )
        }
    }
}
