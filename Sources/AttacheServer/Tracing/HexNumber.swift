/// Numbers in hexadecimal digits, small letters only.
enum HexNumber {
    /// Reads a number.
    ///
    /// - Parameter bytes: At most sixteen digits.
    /// - Returns: `nil` when something else is among them.
    static func parse(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }

    /// Sixteen digits of a number.
    static func text(_ number: UInt64) -> String {
        unsafe String(unsafeUninitializedCapacity: 16) { buffer in
            // Unsafe, and right: there is room for sixteen.
            unsafe write(number, to: buffer, at: 0)
            return 16
        }
    }

    /// Writes sixteen digits.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - buffer: Where they are written; it must have room for sixteen behind `start`.
    ///   - start: Where the first goes.
    @unsafe static func write(_ number: UInt64, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        precondition(start >= 0 && start + 16 <= buffer.count, "there is room for sixteen digits")
        for place in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * place)) & 15
            unsafe buffer[start + place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
    }
}
