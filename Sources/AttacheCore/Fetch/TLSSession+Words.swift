extension TLSSession.Certificate.Key: CustomStringConvertible {
    /// The key in a few words, such as `RSA 2048`.
    package var description: String {
        switch self {
        case .rsa(let bits): "RSA \(bits)"
        case .ellipticCurve(let bits): "EC \(bits)"
        case .other(let name, let bits): "\(name) \(bits)"
        }
    }
}
