/// Reads the integer a number's text stands for, without rounding.
enum JSONInteger {
    /// Reads a number of the JSON grammar.
    ///
    /// - Parameter text: The number's bytes.
    /// - Returns: Its value when it is an integer within the range of `Int`, else nil.
    static func value(_ text: ArraySlice<UInt8>) -> Int? {
        let mantissa = text.prefix { $0 | 0x20 != 0x65 }
        let digits = mantissa.filter(JSONByte.isDigit)
        let fractionCount = mantissa.firstIndex(of: JSONByte.point).map { mantissa.endIndex - $0 - 1 } ?? 0
        // How many zeros follow the digits, or, if negative, how many of the digits must be zeros.
        let zeros = exponent(text.dropFirst(mantissa.count + 1)) - fractionCount
        let whole = zeros < 0 ? digits.dropLast(-zeros) : digits[...]
        guard digits.dropFirst(whole.count).allSatisfy({ $0 == JSONByte.zero }) else { return nil }
        return value(digits: whole, zeros: max(0, zeros), isNegative: text.first == JSONByte.minus)
    }

    /// Reads an exponent, capped where it exceeds any text's number of digits.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        var magnitude = 0
        for byte in text where JSONByte.isDigit(byte) {
            magnitude = min(magnitude * 10 + Int(byte - JSONByte.zero), 1 << 40)
        }
        return text.first == JSONByte.minus ? -magnitude : magnitude
    }

    /// Puts an integer together; downwards if negative, as `Int.min` has no positive counterpart.
    private static func value(digits: ArraySlice<UInt8>, zeros: Int, isNegative: Bool) -> Int? {
        var value = 0
        for byte in digits {
            let digit = Int(byte - JSONByte.zero)
            guard let next = appending(isNegative ? -digit : digit, to: value) else { return nil }
            value = next
        }
        guard value != 0 else { return 0 }
        for _ in 0..<zeros {
            guard let next = appending(0, to: value) else { return nil }
            value = next
        }
        return value
    }

    private static func appending(_ digit: Int, to value: Int) -> Int? {
        let (product, productOverflows) = value.multipliedReportingOverflow(by: 10)
        let (sum, sumOverflows) = product.addingReportingOverflow(digit)
        return productOverflows || sumOverflows ? nil : sum
    }
}
