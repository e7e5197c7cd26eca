/// A server's certificate; what is said here is how it differs from a good one.
struct LeafCertificate: Sendable {
    /// Who signs it.
    enum Issuer: Sendable {
        /// The trusted root itself.
        case root
        /// An authority below the trusted root.
        case intermediate
        /// The certificate's own key.
        case itself
    }

    /// When it is valid, from now.
    enum Validity: Sendable {
        case now
        case past
        case future
    }

    var names = "DNS:media.shop.com,IP:127.0.0.1"
    /// What follows `-newkey`.
    var key = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    var digest = "sha256"
    var issuer = Issuer.root
    var validity = Validity.now
    /// Lines for the section of extensions, such as a list of timestamps.
    var extensions: [String] = []
}
