import AttacheCore
import AttacheSystem
import NIOCore
import NIOSSL

/// A certificate chain and its private key, which belong together.
struct CertificatePair: Sendable {
    private let chain: [NIOSSLCertificateSource]
    private let key: NIOSSLPrivateKeySource

    /// Reads them.
    ///
    /// - Parameter files: Their files.
    /// - Throws: `ConfigurationError` when they cannot be read, or do not belong together.
    init(_ files: ServiceConfiguration.TLSFiles) throws(ConfigurationError) {
        do {
            chain = try NIOSSLCertificate.fromPEMFile(files.certificateChain).map { .certificate($0) }
            key = .privateKey(try NIOSSLPrivateKey(file: files.privateKey, format: .pem))
            // Only a context finds out whether the key is the certificate's.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw ConfigurationError(
                problems: ["tls: \(files.certificateChain) and \(files.privateKey) cannot be used: \(error)"]
            )
        }
    }

    /// TLS 1.2 and 1.3 with them.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    /// What takes the place of those that a context began with.
    var override: NIOSSLContextConfigurationOverride {
        var override = NIOSSLContextConfigurationOverride()
        override.certificateChain = chain
        override.privateKey = key
        return override
    }
}

/// The certificate that connections are shown now; a reload puts another in its place, and those that are there keep theirs.
final class ReloadableCertificate: Sendable {
    /// TLS with whatever certificate holds when a connection is made.
    let configuration: TLSConfiguration
    private let current: Locked<CertificatePair>
    private let files: ServiceConfiguration.TLSFiles

    /// Reads certificate and key.
    ///
    /// - Parameter files: Their files.
    /// - Throws: `ConfigurationError` when they cannot be used.
    init(_ files: ServiceConfiguration.TLSFiles) throws(ConfigurationError) {
        let pair = try CertificatePair(files)
        let current = Locked(pair)
        var configuration = pair.configuration
        configuration.sslContextCallback = { _, promise in promise.succeed(current.withLock { $0.override }) }
        self.files = files
        self.configuration = configuration
        self.current = current
    }

    /// Reads certificate and key anew; nothing changes until they are used.
    ///
    /// - Throws: `ConfigurationError` when they cannot be used.
    func read() throws(ConfigurationError) -> CertificatePair { try CertificatePair(files) }

    /// Shows another certificate from now on.
    func replace(by pair: CertificatePair) { current.withLock { $0 = pair } }
}
