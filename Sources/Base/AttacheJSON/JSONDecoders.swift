/// The decoder of JSON strings that the parser has accepted.
package enum JSONStringDecoder {
    /// Decodes the escapes of the string with the bytes `contents`, quotation marks excluded, to UTF-8.
    package static func decode(_ bytes: Span<UInt8>, _ contents: Range<Int>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(contents.count)
        var index = contents.lowerBound
        while index < contents.upperBound {
            let byte = bytes[index]
            guard byte == JSONByte.backslash else {
                decoded.append(byte)
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case 0x62: decoded.append(0x08)
            case 0x66: decoded.append(0x0C)
            case 0x6E: decoded.append(0x0A)
            case 0x72: decoded.append(0x0D)
            case 0x74: decoded.append(0x09)
            case 0x75:
                let (scalar, length) = scalar(bytes, at: index)
                decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index += length
                continue
            case let character: decoded.append(character)
            }
            index += 2
        }
        return decoded
    }

    /// The scalar of one `\uXXXX` or a surrogate pair of them, and the length of the escape in bytes.
    private static func scalar(_ bytes: Span<UInt8>, at index: Int) -> (Unicode.Scalar, length: Int) {
        let first = UInt32(JSONStringScanner.codeUnit(bytes, at: index) ?? 0xFFFD)
        if let scalar = Unicode.Scalar(first) {
            return (scalar, 6)
        }
        let second = UInt32(JSONStringScanner.codeUnit(bytes, at: index + 6) ?? 0xDC00)
        let combined = 0x10000 + ((first & 0x3FF) << 10 | second & 0x3FF)
        return (Unicode.Scalar(combined) ?? "\u{FFFD}", 12)
    }
}

/// The exact integer value of a number's text.
package enum JSONInteger {
    /// The value of a number of the JSON grammar; `nil` for a fraction or beyond the range of `Int`.
    package static func value(_ text: ArraySlice<UInt8>) -> Int? {
        let mantissa = text.prefix { $0 | 0x20 != 0x65 }
        let digits = mantissa.filter(JSONByte.isDigit)
        let fractionCount = mantissa.firstIndex(of: JSONByte.point).map { mantissa.endIndex - $0 - 1 } ?? 0
        // Number of zeros to append; if negative, number of trailing digits that must be zeros.
        let zeros = exponent(text.dropFirst(mantissa.count + 1)) - fractionCount
        let whole = zeros < 0 ? digits.dropLast(-zeros) : digits[...]
        guard digits.dropFirst(whole.count).allSatisfy({ $0 == JSONByte.zero }) else { return nil }
        return value(digits: whole, zeros: max(0, zeros), isNegative: text.first == JSONByte.minus)
    }

    /// Reads an exponent, capped at a value above any text's number of digits.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        var magnitude = 0
        for byte in text where JSONByte.isDigit(byte) {
            magnitude = min(magnitude * 10 + Int(byte - JSONByte.zero), 1 << 40)
        }
        return text.first == JSONByte.minus ? -magnitude : magnitude
    }

    /// Accumulates an integer, downwards if negative, as `Int.min` has no positive counterpart.
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
