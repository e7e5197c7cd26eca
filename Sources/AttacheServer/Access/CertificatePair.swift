import AttacheCore
import AttacheSystem
import NIOCore
import NIOSSL

/// A certificate chain and its private key.
struct CertificatePair: Sendable {
    private let chain: [NIOSSLCertificateSource]
    private let key: NIOSSLPrivateKeySource

    /// Reads both files; throws if they cannot be read or do not match.
    init(_ files: ServiceConfiguration.TLSFiles) throws(ConfigurationError) {
        do {
            chain = try NIOSSLCertificate.fromPEMFile(files.certificateChain).map { .certificate($0) }
            key = .privateKey(try NIOSSLPrivateKey(file: files.privateKey, format: .pem))
            // Only a context checks that the key matches the certificate.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw ConfigurationError(
                problems: ["tls: \(files.certificateChain) and \(files.privateKey) cannot be used: \(error)"]
            )
        }
    }

    /// A server configuration with TLS 1.2 and 1.3.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    /// The override that replaces the certificate of an existing context.
    var override: NIOSSLContextConfigurationOverride {
        var override = NIOSSLContextConfigurationOverride()
        override.certificateChain = chain
        override.privateKey = key
        return override
    }
}

/// The active certificate; a reload replaces it for new connections.
final class ReloadableCertificate: Sendable {
    /// A server configuration that uses the certificate that is active when a connection is made.
    let configuration: TLSConfiguration
    private let current: Locked<CertificatePair>
    private let files: ServiceConfiguration.TLSFiles

    init(_ files: ServiceConfiguration.TLSFiles) throws(ConfigurationError) {
        let pair = try CertificatePair(files)
        let current = Locked(pair)
        var configuration = pair.configuration
        configuration.sslContextCallback = { _, promise in promise.succeed(current.withLock { $0.override }) }
        self.files = files
        self.configuration = configuration
        self.current = current
    }

    /// Reads the files again, without activating the result.
    func read() throws(ConfigurationError) -> CertificatePair { try CertificatePair(files) }

    func replace(by pair: CertificatePair) { current.withLock { $0 = pair } }
}
