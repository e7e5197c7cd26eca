/// A server certificate, described by its differences from a valid one.
struct LeafCertificate: Sendable {
    /// The signer.
    enum Issuer: Sendable {
        /// The trusted root itself.
        case root
        /// An authority below the trusted root.
        case intermediate
        /// The certificate's own key.
        case itself
    }

    /// The validity period, relative to now.
    enum Validity: Sendable {
        case now
        case past
        case future
    }

    var names = "DNS:media.shop.com,IP:127.0.0.1"
    /// The argument of `-newkey`.
    var key = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    var digest = "sha256"
    var issuer = Issuer.root
    var validity = Validity.now
    /// Lines for the section of extensions, such as a list of timestamps.
    var extensions: [String] = []
}
