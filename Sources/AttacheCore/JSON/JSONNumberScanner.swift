/// Reads numbers (RFC 8259 §6).
enum JSONNumberScanner {
    /// Reads a number.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - offset: The minus sign or first digit; afterwards the byte after the number.
    /// - Throws: A fault when a digit is missing or a zero leads.
    @inline(always)
    static func scan(_ bytes: Span<UInt8>, from offset: inout Int) throws(JSONFault) {
        var index = offset
        if bytes[index] == JSONByte.minus { index &+= 1 }
        let first = index
        skipDigits(bytes, from: &index)
        guard index > first else { throw JSONFault(.missingIntegerDigits, at: index) }
        if bytes[first] == JSONByte.zero, index > first &+ 1 {
            throw JSONFault(.leadingZero, at: first)
        }
        if index < bytes.count, bytes[index] == JSONByte.point {
            index &+= 1
            let fraction = index
            skipDigits(bytes, from: &index)
            guard index > fraction else { throw JSONFault(.missingFractionDigits, at: index) }
        }
        if index < bytes.count, bytes[index] | 0x20 == 0x65 {
            index &+= 1
            if index < bytes.count, bytes[index] == JSONByte.plus || bytes[index] == JSONByte.minus {
                index &+= 1
            }
            let exponent = index
            skipDigits(bytes, from: &index)
            guard index > exponent else { throw JSONFault(.missingExponentDigits, at: index) }
        }
        offset = index
    }

    @inline(always)
    private static func skipDigits(_ bytes: Span<UInt8>, from index: inout Int) {
        while index < bytes.count, JSONByte.isDigit(bytes[index]) {
            index &+= 1
        }
    }
}
