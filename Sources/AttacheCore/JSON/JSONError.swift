/// Why a text is not a JSON document.
package struct JSONError: Error, Equatable, Sendable {
    /// What is wrong with it.
    let problem: JSONProblem
    /// One plain sentence, without the position.
    package let message: String
    /// Where it went wrong.
    package let position: JSONPosition

    /// Turns what the parser found into what is told.
    ///
    /// - Parameters:
    ///   - fault: What the parser found.
    ///   - bytes: The text it was found in.
    init(_ fault: JSONFault, in bytes: Span<UInt8>) {
        problem = fault.problem
        message = fault.message(in: bytes)
        position = JSONPosition(offset: fault.offset, in: bytes)
    }
}

extension JSONError: CustomStringConvertible {
    /// The sentence with its position.
    package var description: String { "\(position): \(message)" }
}

/// A place in a text, told the way both programs and editors count.
package struct JSONPosition: Sendable, Hashable, CustomStringConvertible {
    /// The byte, from 0; the length of the text when that ended too early.
    package let offset: Int
    /// The line, from 1; lines end at a line feed.
    package let line: Int
    /// The column, from 1, counted in characters (Unicode scalars), not bytes.
    package let column: Int

    /// `line 3, column 14`.
    package var description: String { "line \(line), column \(column)" }

    /// Finds line and column of a byte.
    ///
    /// - Parameters:
    ///   - offset: A byte of `bytes`, or its length.
    ///   - bytes: The text, UTF-8 up to `offset`.
    init(offset: Int, in bytes: Span<UInt8>) {
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

/// What the parser stumbled over and where; the sentence for it is made afterwards, off the hot path.
struct JSONFault: Error, Equatable {
    /// What is wrong.
    let problem: JSONProblem
    /// The byte it is wrong at; the length of the text when that ends too early.
    let offset: Int

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - problem: What is wrong.
    ///   - offset: The byte it is wrong at.
    init(_ problem: JSONProblem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }
}

extension JSONFault {
    /// One plain sentence that says what is wrong.
    ///
    /// - Parameter bytes: The text the fault was found in.
    /// - Returns: The sentence, with a full stop.
    func message(in bytes: Span<UInt8>) -> String {
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
        case .controlCharacter: "The control character \(found) stands in a string; it must be written as an escape."
        case .invalidEscape: "\"\\\" is followed by \(found), which is no escape that JSON knows."
        case .invalidUnicodeEscape: "\"\\u\" is not followed by four hexadecimal digits."
        case .loneSurrogate: "The escape is half of a surrogate pair, and the other half is missing."
        case .invalidUTF8: "The string contains \(found)."
        case .invalidLiteral: "Only true, false and null are words of JSON."
        case .leadingZero: "The number has a leading zero."
        case .missingIntegerDigits: "A digit is expected after \"-\", not \(found)."
        case .missingFractionDigits: "A digit is expected after the decimal point, not \(found)."
        case .missingExponentDigits: "A digit is expected in the exponent, not \(found)."
        }
    }

    /// The sentence for a place where no value begins, with a hint at the usual mistakes.
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

    /// What stands at `offset`, for a sentence: a quoted character, a code point, a broken byte, or the end.
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

/// The ways in which a text is not a JSON document.
enum JSONProblem: Sendable, CaseIterable {
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
