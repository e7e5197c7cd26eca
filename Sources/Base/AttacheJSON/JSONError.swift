/// The first error of a text that is not a JSON document.
package struct JSONError: Error, Equatable, Sendable {
    package let problem: JSONProblem
    /// One sentence, without the position.
    package let message: String
    package let position: JSONPosition

    package init(_ fault: JSONFault, in bytes: Span<UInt8>) {
        problem = fault.problem
        message = fault.message(in: bytes)
        position = JSONPosition(offset: fault.offset, in: bytes)
    }
}

extension JSONError: CustomStringConvertible {
    /// The position and the sentence.
    package var description: String { "\(position): \(message)" }
}

/// A position in a text, as byte offset and as line and column.
package struct JSONPosition: Sendable, Hashable, CustomStringConvertible {
    /// The byte, from 0; the length of the text when it ended too early.
    package let offset: Int
    /// The line, from 1; a line ends at a line feed.
    package let line: Int
    /// The column, from 1, in Unicode scalars.
    package let column: Int

    /// `line 3, column 14`.
    package var description: String { "line \(line), column \(column)" }

    /// Computes line and column of a byte; `bytes` must be UTF-8 up to `offset`.
    package init(offset: Int, in bytes: Span<UInt8>) {
        var line = 1
        var column = 1
        for index in 0..<offset {
            let byte = bytes[index]
            if byte == JSONByte.lineFeed {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                // Continuation bytes belong to the character before them.
                column += 1
            }
        }
        self.offset = offset
        self.line = line
        self.column = column
    }
}

/// A problem and its position; the sentence is built later, off the hot path.
package struct JSONFault: Error, Equatable {
    package let problem: JSONProblem
    /// The byte offset; the length of the text when it ended too early.
    package let offset: Int

    package init(_ problem: JSONProblem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    /// The sentence that reports the problem.
    package func message(in bytes: Span<UInt8>) -> String {
        let found = JSONFault.describe(bytes, at: offset)
        return switch problem {
        case .empty: "The text is empty or only white space."
        case .byteOrderMark: "The text begins with a byte order mark, which JSON does not allow."
        case .wideEncoding: "The text is UTF-16 or UTF-32; JSON is exchanged as UTF-8."
        case .tooLong: "The text is longer than 2 GiB."
        case .tooDeep: "Arrays and objects nest deeper than \(JSONDocument.depthLimit) levels."
        case .duplicateKey: "The key \(JSONFault.describeKey(bytes, at: offset)) appears a second time in its object."
        case .expectedValue: expectedValueMessage(in: bytes, found: found)
        case .expectedKey: "A key in double quotes is expected here, not \(found)."
        case .expectedColon: "\":\" is expected after a key, not \(found)."
        case .expectedCommaOrBrace: "\",\" or \"}\" is expected after a member, not \(found)."
        case .expectedCommaOrBracket: "\",\" or \"]\" is expected after an element, not \(found)."
        case .trailingComma: "\",\" is followed by \(found); JSON has no trailing commas."
        case .trailingText: "The document is complete, but \(found) follows it."
        case .unterminatedString: "The text ends inside a string."
        case .controlCharacter: "The string contains the control character \(found); write it as an escape."
        case .invalidEscape: "\"\\\" is followed by \(found), which is not a JSON escape."
        case .invalidUnicodeEscape: "\"\\u\" is not followed by four hexadecimal digits."
        case .loneSurrogate: "The escape is half of a surrogate pair, and the other half is missing."
        case .invalidUTF8: "The string contains \(found)."
        case .invalidLiteral: "The only words in JSON are true, false and null."
        case .leadingZero: "The number has a leading zero."
        case .missingIntegerDigits: "A digit is expected after \"-\", not \(found)."
        case .missingFractionDigits: "A digit is expected after the decimal point, not \(found)."
        case .missingExponentDigits: "A digit is expected in the exponent, not \(found)."
        }
    }

    /// The sentence for a missing value, with a hint at common mistakes.
    private func expectedValueMessage(in bytes: Span<UInt8>, found: String) -> String {
        guard offset < bytes.count else { return "The text ends where a value is expected." }
        return switch bytes[offset] {
        case 0x27: "A string is written in double quotes, not in single ones."
        case 0x23, JSONByte.solidus: "A value is expected here, not \(found); JSON has no comments."
        case JSONByte.plus: "A number does not begin with \"+\"."
        case JSONByte.point: "A number has at least one digit before its decimal point."
        case 0x49, 0x4E: "A value is expected here, not \(found); NaN, Infinity and None are not JSON."
        default: "A value is expected here, not \(found)."
        }
    }

    /// The text at `offset`, for a sentence: a quoted character, a code point, an invalid byte, or the end.
    private static func describe(_ bytes: Span<UInt8>, at offset: Int) -> String {
        guard offset < bytes.count else { return "the end of the text" }
        let byte = bytes[offset]
        if byte > JSONByte.space, byte < 0x7F {
            return byte == JSONByte.quote ? "a quotation mark" : "\"\(Character(UnicodeScalar(byte)))\""
        }
        if byte < 0x80 {
            return hexadecimal(UInt32(byte), prefix: "U+", width: 4)
        }
        let length = JSONUTF8.sequenceLength(bytes, at: offset)
        guard length > 0 else {
            return "the byte \(hexadecimal(UInt32(byte), prefix: "0x", width: 2)), which is not UTF-8"
        }
        let character = String(decoding: (offset..<offset + length).map { bytes[$0] }, as: UTF8.self)
        let code = character.unicodeScalars.first?.value ?? 0
        return "\"\(character)\" (\(hexadecimal(code, prefix: "U+", width: 4)))"
    }

    /// The key at `offset` as written, cut after 64 bytes.
    private static func describeKey(_ bytes: Span<UInt8>, at offset: Int) -> String {
        var end = offset + 1
        while end < bytes.count, bytes[end] != JSONByte.quote, end - offset <= 64 {
            end += bytes[end] == JSONByte.backslash ? 2 : 1
        }
        end = min(end, bytes.count)
        // Never cut inside of a character.
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let isWhole = end < bytes.count && bytes[end] == JSONByte.quote
        let text = String(decoding: (offset + 1..<end).map { bytes[$0] }, as: UTF8.self)
        return isWhole ? "\"\(text)\"" : "\"\(text)…\""
    }

    private static func hexadecimal(_ value: UInt32, prefix: String, width: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return prefix + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// The kinds of JSON errors.
package enum JSONProblem: Sendable, CaseIterable {
    case empty
    case byteOrderMark
    case wideEncoding
    case tooLong
    case tooDeep
    case duplicateKey
    case expectedValue
    case expectedKey
    case expectedColon
    case expectedCommaOrBrace
    case expectedCommaOrBracket
    case trailingComma
    case trailingText
    case unterminatedString
    case controlCharacter
    case invalidEscape
    case invalidUnicodeEscape
    case loneSurrogate
    case invalidUTF8
    case invalidLiteral
    case leadingZero
    case missingIntegerDigits
    case missingFractionDigits
    case missingExponentDigits
}
