import AttacheCore

/// Splits the body of a batch into items: lines of NDJSON, or elements of one array.
///
/// It scans each byte once, however the body is chunked, and does not validate JSON: the pipeline parses each item like
/// any other payload.
struct BatchSplitter: Sendable {
    /// The approximate number of bytes of lines in one chunk.
    private static let unitLimit = 64 * 1024

    private enum Form: Sendable {
        case unknown
        case lines
        case elements
        case ended
    }

    private let itemLimit: Int
    private var form = Form.unknown
    /// The number of lines or elements so far.
    private var count = 0
    /// The number of bytes already scanned.
    private var scanned = 0
    /// Whether the current item exceeds the limit and is skipped as it arrives.
    private var isTooLong = false
    /// Whether the skipped bytes contained anything but white space.
    private var hasText = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    init(itemLimit: Int) {
        self.itemLimit = itemLimit
    }

    /// Splits off the next chunk of the unconsumed bytes: its items, if any, and the number of bytes to consume; `nil`
    /// if more bytes are needed or none are left.
    mutating func split(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (unit: ItemChunk?, count: Int)? {
        switch form {
        case .unknown:
            guard let first = bytes.first else { return nil }
            if JSONByte.isWhiteSpace(first) {
                let blanks = bytes.prefix { JSONByte.isWhiteSpace($0) }
                count += blanks.count { $0 == JSONByte.lineFeed }
                return (nil, blanks.count)
            }
            guard first == JSONByte.openBracket else {
                form = .lines
                return splitLines(bytes, isAtEnd: isAtEnd)
            }
            form = .elements
            count = 0
            return (nil, 1)
        case .lines:
            return isTooLong ? skipLine(bytes, isAtEnd: isAtEnd) : splitLines(bytes, isAtEnd: isAtEnd)
        case .elements:
            return blanks(bytes) ?? splitElement(bytes, isAtEnd: isAtEnd)
        case .ended:
            return blanks(bytes) ?? splitRest(bytes, isAtEnd: isAtEnd)
        }
    }

    // MARK: Lines

    private mutating func splitLines(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (unit: ItemChunk?, count: Int)? {
        let window = bytes.prefix(max(Self.unitLimit, scanned)).dropFirst(scanned)
        let end: Int
        if let last = window.lastIndex(of: JSONByte.lineFeed) {
            end = last + 1
        } else if let next = bytes.dropFirst(scanned + window.count).firstIndex(of: JSONByte.lineFeed) {
            end = next + 1
        } else if isAtEnd, !bytes.isEmpty {
            end = bytes.endIndex
        } else {
            scanned = bytes.count
            return scanned > itemLimit ? skipLine(bytes, isAtEnd: isAtEnd) : nil
        }
        scanned = 0
        let text = Array(bytes[bytes.startIndex..<end])
        defer { count += text.count { $0 == JSONByte.lineFeed } }
        return (ItemChunk(lines: text, of: Self.source, after: count, limit: itemLimit), text.count)
    }

    /// Skips the received part of a line that is too long.
    private mutating func skipLine(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (unit: ItemChunk?, count: Int)? {
        let end = bytes.firstIndex(of: JSONByte.lineFeed)
        let line = bytes[..<(end ?? bytes.endIndex)]
        hasText = hasText || line.contains { !JSONByte.isWhiteSpace($0) }
        scanned = 0
        isTooLong = end == nil && !isAtEnd
        if isTooLong { return line.isEmpty ? nil : (nil, line.count) }
        count += 1
        defer { hasText = false }
        // A blank line is not an item, however long it is.
        return (hasText ? tooLong() : nil, line.count + (end == nil ? 0 : 1))
    }

    // MARK: Elements

    /// Skips white space before an element or after the array.
    private func blanks(_ bytes: ArraySlice<UInt8>) -> (unit: ItemChunk?, count: Int)? {
        guard scanned == 0, !isTooLong, let first = bytes.first, JSONByte.isWhiteSpace(first) else { return nil }
        return (nil, bytes.prefix { JSONByte.isWhiteSpace($0) }.count)
    }

    private mutating func splitElement(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (unit: ItemChunk?, count: Int)? {
        var index = bytes.startIndex + scanned
        while index < bytes.endIndex {
            let byte = bytes[index]
            if ends(byte) {
                if byte == JSONByte.closeBracket { form = .ended }
                // An empty array has no element.
                let isNone = form == .ended && count == 0 && index == bytes.startIndex && !isTooLong
                return (isNone ? nil : element(bytes[..<index]), index + 1 - bytes.startIndex)
            }
            index += 1
        }
        if isAtEnd {
            // The array is not closed; its last element is reported as it is.
            form = .ended
            return (element(bytes), bytes.count)
        }
        return wait(for: bytes)
    }

    /// Reports text after the array as an item that is not JSON.
    private mutating func splitRest(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (unit: ItemChunk?, count: Int)? {
        guard isAtEnd else { return wait(for: bytes) }
        return bytes.isEmpty && !isTooLong ? nil : (element(bytes), bytes.count)
    }

    /// Keeps the bytes of a partial element, and skips those of one that is too long.
    private mutating func wait(for bytes: ArraySlice<UInt8>) -> (unit: ItemChunk?, count: Int)? {
        isTooLong = isTooLong || bytes.count > itemLimit
        scanned = isTooLong ? 0 : bytes.count
        return isTooLong && !bytes.isEmpty ? (nil, bytes.count) : nil
    }

    private mutating func element(_ text: ArraySlice<UInt8>) -> ItemChunk {
        count += 1
        scanned = 0
        defer { isTooLong = false }
        return isTooLong || text.count > itemLimit ? tooLong() : unit(.bytes(Array(text)))
    }

    /// Returns whether a byte ends an element, tracking strings and brackets.
    private mutating func ends(_ byte: UInt8) -> Bool {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == JSONByte.backslash {
                isEscaped = true
            } else if byte == JSONByte.quote {
                isInString = false
            }
            return false
        }
        switch byte {
        case JSONByte.quote:
            isInString = true
        case JSONByte.openBrace, JSONByte.openBracket:
            depth += 1
        case JSONByte.closeBrace, JSONByte.closeBracket, JSONByte.comma:
            if depth == 0 { return byte != JSONByte.closeBrace }
            if byte != JSONByte.comma { depth -= 1 }
        default:
            break
        }
        return false
    }

    private static let source = "batch"

    private func tooLong() -> ItemChunk { unit(.tooLong(limit: itemLimit)) }

    private func unit(_ content: InputItem.Content) -> ItemChunk {
        ItemChunk(InputItem(source: Self.source, line: count, content: content, arrival: .now))
    }
}
