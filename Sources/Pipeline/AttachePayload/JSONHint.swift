/// What to do about text that is not JSON.
enum JSONHint {
    /// Returns the fix; `isLine` says that the text is one line of many.
    static func fix(_ error: JSONError, in bytes: [UInt8], isLine: Bool) -> String {
        let offset = error.position.offset
        let found = offset < bytes.count ? bytes[offset] : nil
        switch error.problem {
        case .byteOrderMark: return "Save the text as UTF-8 without a byte order mark."
        case .wideEncoding: return "Save the text as UTF-8, such as with iconv -f UTF-16 -t UTF-8."
        case .invalidUTF8: return "Save the text as UTF-8."
        case .trailingComma: return "Remove the comma."
        case .controlCharacter where BrokenJSON.isURL(in: bytes, around: offset):
            return "Remove \(name(found)): a URL has none."
        case .controlCharacter: return "Write \(escape(found)) in a string."
        case .invalidEscape: return #"Write a backslash in a string as \\."#
        default: break
        }
        if found == UInt8(ascii: "#") || found == JSONByte.solidus { return "Remove the comment: JSON has none." }
        if isLine, found.map(isPartOfLongerValue) ?? true {
            return "With NDJSON each line is one complete value. A payload of several lines is one document: send it "
                + "without --ndjson as a .json file or as a JSON body, or write it as one line with jq -c."
        }
        guard found != nil else {
            return "Send the whole text: it is cut off, or a bracket or quotation mark is missing."
        }
        switch error.problem {
        case .trailingText where found == UInt8(ascii: ",") && bytes[(offset + 1)...].allSatisfy(JSONByte.isWhiteSpace):
            return "Remove the comma."
        case .trailingText:
            return isLine
                ? "Write each value on its own line."
                : "Keep one value. For several, one per line, use attache rewrite --ndjson or POST /v1/rewrite/batch."
        case .expectedKey: return "Write keys and strings in double quotes."
        case .expectedValue, .invalidLiteral:
            return valueFix(found, isFirst: bytes.prefix(offset).allSatisfy(JSONByte.isWhiteSpace))
        case .leadingZero, .missingIntegerDigits, .missingFractionDigits, .missingExponentDigits:
            return "Write the number as in 0.5, -2 or 1e3, or in double quotes."
        case .expectedCommaOrBrace, .expectedCommaOrBracket: return "Add the missing comma or closing bracket."
        default: return "Send RFC 8259 JSON in UTF-8 without a byte order mark."
        }
    }

    /// The fix for something else than a value; `isFirst` says that nothing is before it.
    private static func valueFix(_ found: UInt8?, isFirst: Bool) -> String {
        guard let found, found < 0x80 else { return "Save the text as UTF-8; media and packed files are not payloads." }
        guard found.isASCIILetter else {
            return "Write a value in this place: an object, a list, a string or a number."
        }
        return isFirst
            ? "Send a JSON object, such as {\"aps\": {\"alert\": \"Hello\", \"mutable-content\": 1}}."
            : "Write text in double quotes; the only words without them are true, false and null."
    }

    private static func name(_ byte: UInt8?) -> String {
        switch byte {
        case JSONByte.lineFeed, JSONByte.carriageReturn: "the line break"
        case JSONByte.tab: "the tab"
        default: "this character"
        }
    }

    /// The escape of a control character, with its name.
    private static func escape(_ byte: UInt8?) -> String {
        switch byte {
        case JSONByte.lineFeed: return #"a line break as \n"#
        case JSONByte.carriageReturn: return #"a carriage return as \r"#
        case JSONByte.tab: return #"a tab as \t"#
        default:
            let digits = String(byte ?? 0, radix: 16, uppercase: true)
            return #"this character as \u"# + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    /// Whether a line that ends a value at this byte is probably one of several lines of the value.
    private static func isPartOfLongerValue(_ byte: UInt8) -> Bool {
        [JSONByte.colon, JSONByte.closeBrace, JSONByte.closeBracket].contains(byte)
    }
}
