import AttacheCore
import AttacheSystem
import NIOCore
import NIOSSL

/// A certificate chain and its private key.
struct CertificatePair: Sendable {
    private let chain: [NIOSSLCertificateSource]
    private let key: NIOSSLPrivateKeySource
    /// The earliest end of a certificate in the chain, in seconds since 1970.
    let expiry: Int

    /// Reads both files; throws if they cannot be read or do not match.
    init(_ files: ServiceConfiguration.TLSFiles) throws(ConfigurationError) {
        let certificates = try RegularFile.read(files.certificateChain, option: "tls-certificate")
        let key = try RegularFile.read(files.privateKey, option: "tls-key")
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificates), !chain.isEmpty else {
            throw Self.problem(
                "tls-certificate: \(files.certificateChain) is not a file of PEM certificates; "
                    + "each begins with -----BEGIN CERTIFICATE-----."
            )
        }
        // A callback for the passphrase, so that nothing waits for one on the terminal.
        let noPassphrase: NIOSSLPassphraseCallback<[UInt8]> = { $0([]) }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: key, format: .pem, passphraseCallback: noPassphrase) else {
            let isEncrypted = String(decoding: key, as: UTF8.self).contains("ENCRYPTED")
            throw Self.problem(
                isEncrypted
                    ? "tls-key: \(files.privateKey) is encrypted; decrypt it with openssl pkey."
                    : "tls-key: \(files.privateKey) is not a PEM private key that TLS uses: RSA, P-256, P-384, P-521 or Ed25519."
            )
        }
        expiry = chain.map(\.notValidAfter).min() ?? 0
        self.chain = chain.map { .certificate($0) }
        self.key = .privateKey(privateKey)
        // Only a context checks that the key matches the certificate.
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw Self.problem(
                "tls-key: the key in \(files.privateKey) does not belong to the first certificate in "
                    + "\(files.certificateChain); the service's own certificate comes first."
            )
        }
    }

    private static func problem(_ sentence: String) -> ConfigurationError { ConfigurationError(problems: [sentence]) }

    /// A server configuration with TLS 1.2 and 1.3 that offers HTTP/1.1 alone.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
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

    /// The earliest end of a certificate in the active chain, in seconds since 1970.
    var expiry: Int { current.withLock { $0.expiry } }

    func replace(by pair: CertificatePair) { current.withLock { $0 = pair } }
}
