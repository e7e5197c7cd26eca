/// Turns the contents of an accepted string into the text they stand for.
enum JSONStringDecoder {
    /// Decodes the escapes of a string the parser has accepted.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - contents: The bytes between the quotation marks.
    /// - Returns: The string in UTF-8.
    static func decode(_ bytes: Span<UInt8>, _ contents: Range<Int>) -> [UInt8] {
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

    /// The scalar that one `\uXXXX`, or a surrogate pair of them, stands for, and the length of the escape in bytes.
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
