/// One configuration of a TLS server.
struct SecureOrigin: Sendable {
    var leaf = LeafCertificate()
    /// Arguments of `openssl s_server`.
    var arguments: [String] = []
    /// Whether clients trust the authority.
    var isTrusted = true
    /// Whether the leaf is revoked, and the server staples that response.
    var isRevoked = false

    private static let rsa = LeafCertificate(key: ["rsa:2048"])
    private static let anySuite = "ALL:@SECLEVEL=0"

    static let tls10 = SecureOrigin(arguments: ["-tls1", "-cipher", anySuite])
    static let tls11 = SecureOrigin(arguments: ["-tls1_1", "-cipher", anySuite])
    static let tls12 = SecureOrigin(arguments: ["-tls1_2"])
    static let tls13 = SecureOrigin(arguments: ["-tls1_3"])
    static let keyExchangeRSA = SecureOrigin(leaf: rsa, arguments: ["-tls1_2", "-cipher", "AES128-GCM-SHA256"])
    static let keyExchangeRSAOld = SecureOrigin(leaf: rsa, arguments: ["-tls1", "-cipher", "AES128-SHA:@SECLEVEL=0"])
    /// A suite without forward secrecy that is missing from the current list and included in that of 2016.
    static let keyExchangeRSAWithSHA256 = SecureOrigin(leaf: rsa, arguments: ["-tls1_2", "-cipher", "AES128-SHA256"])
    static let camellia = SecureOrigin(leaf: rsa, arguments: ["-tls1_2", "-cipher", "CAMELLIA128-SHA"])
    static let keyExchangeDHE = SecureOrigin(
        leaf: rsa,
        arguments: ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"]
    )
    /// Prefers a suite without forward secrecy if the client offers one, and supports a good one too.
    static let prefersWeak = SecureOrigin(
        leaf: rsa,
        arguments: ["-tls1_2", "-serverpref", "-cipher", "AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256"]
    )
    static let rsa1024 = SecureOrigin(
        leaf: LeafCertificate(key: ["rsa:1024"]),
        arguments: ["-tls1_2", "-cipher", anySuite]
    )
    static let rsa2048 = SecureOrigin(leaf: rsa)
    static let p256 = SecureOrigin()
    static let sha1 = SecureOrigin(
        leaf: LeafCertificate(digest: "sha1"),
        arguments: ["-tls1_2", "-cipher", anySuite]
    )
    static let expired = SecureOrigin(leaf: LeafCertificate(validity: .past))
    static let notYetValid = SecureOrigin(leaf: LeafCertificate(validity: .future))
    static let otherName = SecureOrigin(leaf: LeafCertificate(names: "DNS:other.shop.com"))
    static let selfSigned = SecureOrigin(leaf: LeafCertificate(issuer: .itself))
    static let unknownAuthority = SecureOrigin(isTrusted: false)
    static let unknownRoot = SecureOrigin(arguments: ["-cert_chain", "root.pem"], isTrusted: false)
    static let wholeChain = SecureOrigin(
        leaf: LeafCertificate(issuer: .intermediate),
        arguments: ["-cert_chain", "intermediate.pem"]
    )
    static let incompleteChain = SecureOrigin(leaf: LeafCertificate(issuer: .intermediate))
    static let revoked = SecureOrigin(arguments: ["-status_file", "status.der"], isRevoked: true)
    static let clientCertificate12 = SecureOrigin(arguments: ["-tls1_2", "-Verify", "1", "-verify_return_error"])
    static let clientCertificate13 = SecureOrigin(arguments: ["-tls1_3", "-Verify", "1", "-verify_return_error"])
    /// A certificate with one timestamp: version 1, a log of zeros, no extensions, an empty ECDSA signature.
    static let logged = SecureOrigin(
        leaf: LeafCertificate(extensions: [
            "1.3.6.1.4.1.11129.2.4.2=DER:" + timestampList
        ])
    )

    private static let timestampList: String = {
        let timestamp = "00" + String(repeating: "00", count: 32 + 8) + "0000" + "0403" + "000130"
        // An OCTET STRING with the length of the list, followed by the length of a timestamp.
        let length = timestamp.count / 2
        func hex(_ number: Int, _ digits: Int) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: digits - text.count) + text
        }
        return "04" + hex(length + 4, 2) + hex(length + 2, 4) + hex(length, 4) + timestamp
    }()
}
