/// The four-character code that names a box, a chunk or a brand.
struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The four bytes, the first one highest.
    let rawValue: UInt32

    /// Creates a code from its four bytes, the first one highest.
    init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Creates a code from four ASCII characters.
    init(stringLiteral text: String) {
        rawValue = text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whether all four bytes are ASCII letters, as in the names of PNG chunks.
    var isAlphabetic: Bool {
        (0..<4).allSatisfy { index in
            let lower = UInt8(truncatingIfNeeded: rawValue >> UInt32(index * 8)) | 0x20
            return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
        }
    }
}
