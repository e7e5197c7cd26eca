import AttacheCore

/// Cuts a batch's body into items: the lines of NDJSON, or the elements of one array.
///
/// It looks at each byte once, however the body arrives, and never decides what JSON is: what it cuts off is read by the
/// pipeline like any other payload.
struct BatchCutter: Sendable {
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
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Creates a cutter.
    ///
    /// - Parameter itemLimit: The longest JSON text of one payload, in bytes.
    init(itemLimit: Int) {
        self.itemLimit = itemLimit
    }

    /// Cuts the next items off.
    ///
    /// - Parameters:
    ///   - bytes: What has not been cut yet.
    ///   - isAtEnd: Whether it is all there will be.
    /// - Returns: The items and how many bytes they took, or `nil` when more is needed, or nothing is left.
    mutating func cut(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (unit: ItemUnit, count: Int)? {
        switch form {
        case .unknown:
            guard let first = bytes.first(where: { !JSONByte.isWhiteSpace($0) }) else { return nil }
            form = first == JSONByte.openBracket ? .elements : .lines
            if form == .elements {
                // The bracket itself is passed over with the first element.
                scanned = bytes.prefix { JSONByte.isWhiteSpace($0) }.count + 1
            }
            return cut(bytes, isAtEnd: isAtEnd)
        case .lines:
            return cutLines(bytes, isAtEnd: isAtEnd)
        case .elements:
            return cutElement(bytes, isAtEnd: isAtEnd)
        case .ended:
            guard isAtEnd, bytes.contains(where: { !JSONByte.isWhiteSpace($0) }) else { return nil }
            // What follows the array is told as an item that is no JSON.
            return unit(of: bytes, taking: bytes.count)
        }
    }

    private mutating func cutLines(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (unit: ItemUnit, count: Int)? {
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
            return nil
        }
        scanned = 0
        let text = Array(bytes[bytes.startIndex..<end])
        defer { count += text.count { $0 == JSONByte.lineFeed } }
        return (ItemUnit(lines: text, of: Self.source, after: count, limit: itemLimit), text.count)
    }

    private mutating func cutElement(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (unit: ItemUnit, count: Int)? {
        var index = bytes.startIndex + scanned
        while index < bytes.endIndex {
            let byte = bytes[index]
            if ends(byte) {
                scanned = 0
                if byte == JSONByte.closeBracket { form = .ended }
                let text = bytes[..<index].drop { JSONByte.isWhiteSpace($0) }.dropFirst(count == 0 ? 1 : 0)
                let taken = index + 1 - bytes.startIndex
                // An empty array has no element.
                let isEmpty = form == .ended && count == 0 && text.allSatisfy { JSONByte.isWhiteSpace($0) }
                return isEmpty ? nothing(taking: taken) : unit(of: text, taking: taken)
            }
            index += 1
        }
        scanned = bytes.count
        guard isAtEnd, !bytes.isEmpty else { return nil }
        // The array is not closed: its last element is told as it is.
        form = .ended
        return unit(of: bytes.drop { JSONByte.isWhiteSpace($0) }, taking: bytes.count)
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

    private func nothing(taking taken: Int) -> (unit: ItemUnit, count: Int) {
        (ItemUnit(lines: [], of: Self.source, after: 0, limit: itemLimit), taken)
    }

    private mutating func unit(of text: ArraySlice<UInt8>, taking taken: Int) -> (unit: ItemUnit, count: Int) {
        count += 1
        let content: InputItem.Content = text.count > itemLimit ? .tooLong(limit: itemLimit) : .bytes(Array(text))
        return (ItemUnit(InputItem(source: Self.source, line: count, content: content, arrival: .now)), taken)
    }
}
