import AttacheThreads
import NIOCore
import NIOSSL

/// The certificate that connections are shown now; a reload puts another in its place, and those that are there keep theirs.
final class ReloadableCertificate: Sendable {
    /// TLS with whatever certificate holds when a connection is made.
    let configuration: TLSConfiguration
    private let current: Locked<CertificatePair>
    private let files: ServiceConfiguration.TLSFiles

    /// Reads certificate and key.
    ///
    /// - Parameter files: Their files.
    /// - Throws: `ServiceConfigurationError` when they cannot be used.
    init(_ files: ServiceConfiguration.TLSFiles) throws(ServiceConfigurationError) {
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
    /// - Throws: `ServiceConfigurationError` when they cannot be used.
    func read() throws(ServiceConfigurationError) -> CertificatePair { try CertificatePair(files) }

    /// Shows another certificate from now on.
    func replace(by pair: CertificatePair) { current.withLock { $0 = pair } }
}
