/// What to do about text that is not JSON.
enum JSONHint {
    /// Returns the fix; `isLine` says that the text is one line of many.
    static func fix(_ error: JSONError, in bytes: [UInt8], isLine: Bool) -> String {
        let offset = error.position.offset
        let found = offset < bytes.count ? bytes[offset] : nil
        switch error.problem {
        case .byteOrderMark, .wideEncoding: return "Send RFC 8259 JSON in UTF-8 without a byte order mark."
        case .trailingComma: return "Remove the comma."
        default: break
        }
        if found == UInt8(ascii: "#") || found == JSONByte.solidus { return "Remove the comment: JSON has none." }
        if isLine, found == nil || found == UInt8(ascii: ":") || error.problem == .expectedValue {
            return "With NDJSON each line is one complete value. A payload of several lines is one document: send it "
                + "without --ndjson as a .json file or as a JSON body, or write it as one line with jq -c."
        }
        guard found != nil else {
            return "Send the whole text: it is cut off, or a bracket or quotation mark is missing."
        }
        switch error.problem {
        case .trailingText:
            return isLine
                ? "Write each value on a line of its own."
                : "Keep one value, or give several as NDJSON: one a line, with --ndjson or to /v1/rewrite/batch."
        case .expectedKey, .invalidLiteral: return "Write keys and strings in double quotes."
        default: return "Send RFC 8259 JSON in UTF-8 without a byte order mark."
        }
    }
}
