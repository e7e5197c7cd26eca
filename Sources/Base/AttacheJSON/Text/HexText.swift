/// Lower-case hexadecimal digits.
package enum HexText {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two digits for each byte.
    package static func of(_ bytes: [UInt8]) -> String {
        unsafe String(unsafeUninitializedCapacity: 2 * bytes.count) { buffer in
            for (index, byte) in bytes.enumerated() {
                // Unsafe, and right: there is room for two digits of each byte.
                unsafe buffer[2 * index] = digits[Int(byte >> 4)]
                unsafe buffer[2 * index + 1] = digits[Int(byte & 15)]
            }
            return 2 * bytes.count
        }
    }

    /// Sixteen digits of a number.
    package static func of(_ number: UInt64) -> String {
        unsafe String(unsafeUninitializedCapacity: 16) { buffer in
            // Unsafe, and right: there is room for sixteen.
            unsafe write(number, to: buffer, at: 0)
            return 16
        }
    }

    /// Writes sixteen digits; the buffer must have room for them from `start` on.
    @unsafe package static func write(_ number: UInt64, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        precondition(start >= 0 && start + 16 <= buffer.count, "there is room for sixteen digits")
        for place in 0..<16 {
            unsafe buffer[start + place] = digits[Int(truncatingIfNeeded: number >> UInt64(60 - 4 * place)) & 15]
        }
    }

    /// Parses at most sixteen digits with lower-case letters; `nil` for any other byte.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for byte in bytes {
            guard let digit = byte.hexadecimalValue, !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte) else {
                return nil
            }
            number = number << 4 | UInt64(digit)
        }
        return number
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit in either case, or `nil`.
    package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

extension UInt8 {
    package var isASCIILetter: Bool {
        let lower = self | 0x20
        return lower >= 0x61 && lower <= 0x7A
    }

    package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
}
