/// Bytes as Base64 (RFC 4648).
package enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlDigits = Array(digits.prefix(62)) + Array("-_".utf8)

    /// The text with padding (§4).
    package static func text(_ bytes: [UInt8]) -> String {
        let text = encode(bytes, digits)
        return String(decoding: text, as: UTF8.self) + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }

    /// The text with the URL-safe alphabet, without padding (§5).
    package static func urlText(_ bytes: [UInt8]) -> String {
        String(decoding: encode(bytes, urlDigits), as: UTF8.self)
    }

    /// The bytes of a URL-safe text; `nil` for one that `urlText` does not make, so that bytes have one spelling.
    package static func bytes(ofURLText text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count) = (0, 0)
        for character in text.utf8 {
            guard let digit = urlDigits.firstIndex(of: character) else { return nil }
            (bits, count) = ((bits << 6 | digit) & 0xFFFF, count + 6)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return urlText(bytes) == text ? bytes : nil
    }

    private static func encode(_ bytes: [UInt8], _ digits: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            // A group of n bytes fills n + 1 digits.
            let count = min(3, bytes.count - start)
            let group = bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - count))
            for digit in 0...count { text.append(digits[group >> (18 - 6 * digit) & 63]) }
        }
        return text
    }
}
