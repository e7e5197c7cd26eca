import AttacheCore

/// Cuts a batch's body into items: the lines of NDJSON, or the elements of one array.
///
/// It looks at each byte once, however the body arrives, and never decides what JSON is: what it cuts off is read by the
/// pipeline like any other payload.
struct BatchSplitter: Sendable {
    /// How many bytes of lines are worked on in one go, about.
    private static let unitLimit = 64 * 1024

    private enum Form: Sendable {
        case unknown
        case lines
        case elements
        case ended
    }

    private let itemLimit: Int
    private var form = Form.unknown
    /// Lines or elements that have been cut off.
    private var count = 0
    /// Bytes from the beginning of what is left that have been looked at.
    private var scanned = 0
    /// Whether the item that is looked at is longer than the limit, so that it is passed over as it comes.
    private var isTooLong = false
    /// Whether there was anything but white space in what was passed over.
    private var hasText = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Creates a cutter.
    ///
    /// - Parameter itemLimit: The longest JSON text of one payload, in bytes.
    init(itemLimit: Int) {
        self.itemLimit = itemLimit
    }

    /// Cuts the next piece off.
    ///
    /// - Parameters:
    ///   - bytes: What has not been cut yet.
    ///   - isAtEnd: Whether it is all there will be.
    /// - Returns: The items, if there are any in the piece, and how many bytes it has, or `nil` when more is needed, or
    ///   nothing is left.
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

    /// Passes over a line that is too long, as far as it has come.
    private mutating func skipLine(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (unit: ItemChunk?, count: Int)? {
        let end = bytes.firstIndex(of: JSONByte.lineFeed)
        let line = bytes[..<(end ?? bytes.endIndex)]
        hasText = hasText || line.contains { !JSONByte.isWhiteSpace($0) }
        scanned = 0
        isTooLong = end == nil && !isAtEnd
        if isTooLong { return line.isEmpty ? nil : (nil, line.count) }
        count += 1
        defer { hasText = false }
        // A blank line is no item, however long it is.
        return (hasText ? tooLong() : nil, line.count + (end == nil ? 0 : 1))
    }

    // MARK: Elements

    /// White space before an element, or behind the array.
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
            // The array is not closed: its last element is told as it is.
            form = .ended
            return (element(bytes), bytes.count)
        }
        return wait(for: bytes)
    }

    /// What follows the array is told as an item that is no JSON.
    private mutating func splitRest(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (unit: ItemChunk?, count: Int)? {
        guard isAtEnd else { return wait(for: bytes) }
        return bytes.isEmpty && !isTooLong ? nil : (element(bytes), bytes.count)
    }

    /// Keeps what may become an element, and passes over what is too long for one.
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

    /// Whether a byte ends an element; follows strings and brackets.
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
