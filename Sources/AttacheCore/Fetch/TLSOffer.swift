/// What a device's TLS handshake offers a server.
package struct TLSOffer: Sendable, Hashable {
    /// The oldest version.
    package var minimumVersion: TLSVersion
    /// The suites of TLS 1.2 and older by their IANA names, best first; `nil` for every one there is.
    package var cipherSuites: [String]?

    /// Creates an offer.
    ///
    /// - Parameters:
    ///   - minimumVersion: The oldest version.
    ///   - cipherSuites: The suites of TLS 1.2 and older, best first; `nil` for every one there is.
    package init(minimumVersion: TLSVersion, cipherSuites: [String]?) {
        self.minimumVersion = minimumVersion
        self.cipherSuites = cipherSuites
    }

    /// Every version and suite, so that a handshake shows what a server would negotiate at all.
    package static let everything = TLSOffer(minimumVersion: .tls10, cipherSuites: nil)
}
