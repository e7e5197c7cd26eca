extension TLSSession.Certificate {
    /// The digest of the public key as `SPKI-SHA256-BASE64` spells it.
    var publicKeyPin: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: publicKeyDigest.count, by: 3) {
            let group = publicKeyDigest[start..<min(start + 3, publicKeyDigest.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for digit in 0..<4 {
                // A group of n bytes fills n + 1 digits (RFC 4648 §4).
                text.append(
                    digit <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * digit) & 63)] : UInt8(ascii: "=")
                )
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
