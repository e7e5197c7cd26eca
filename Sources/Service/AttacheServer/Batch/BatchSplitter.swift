import AttacheCore

/// Splits the body of a batch into items: lines of NDJSON, or elements of one array.
///
/// It scans each byte once, however the body is chunked, and does not validate JSON: the pipeline parses each item like
/// any other payload.
struct BatchSplitter: Sendable {
    /// The approximate number of bytes in one chunk, and the number of its items, whose results are much longer than the
    /// shortest items.
    private static let chunkLimit = 64 * 1024
    private static let chunkCount = 1024
    /// The maximum number of items of one batch, including blank lines; the items up to it are processed.
    static let itemCountLimit = 1_000_000

    private enum Form: Sendable {
        case unknown
        case lines(LineSplitter)
        case elements
        case ended
    }

    private let itemLimit: Int
    private let itemCountLimit: Int
    /// Whether the batch has more items than it may; the others are dropped.
    private(set) var isOverCount = false
    private var form = Form.unknown
    /// The bytes of a body that is not known to be lines.
    private var bytes: [UInt8] = []
    private var offset = 0
    /// The number of elements so far, or of lines before the first item.
    private var count = 0
    /// The number of bytes already scanned.
    private var scanned = 0
    /// Whether the current element exceeds the limit and is skipped as it arrives.
    private var isTooLong = false
    private var depth = 0
    private var strings = JSONStringTracker()

    init(itemLimit: Int, itemCountLimit: Int = BatchSplitter.itemCountLimit) {
        self.itemLimit = itemLimit
        self.itemCountLimit = itemCountLimit
    }

    /// The number of bytes in memory.
    var heldCount: Int {
        if case .lines(let lines) = form { lines.heldCount } else { bytes.count - offset }
    }

    mutating func append(_ piece: some Collection<UInt8>) {
        guard !isOverCount else { return }
        guard case .lines(var lines) = form else { return bytes.append(contentsOf: piece) }
        form = .ended
        lines.append(Array(piece)[...])
        form = .lines(lines)
    }

    /// Removes and returns the next items; `nil` when more bytes are needed, at the end, or behind the last item that a
    /// batch may have.
    mutating func next(isAtEnd: Bool) -> ItemChunk? {
        guard !isOverCount else { return nil }
        let chunk = nextChunk(isAtEnd: isAtEnd)
        isOverCount =
            switch form {
            case .unknown, .ended: false
            case .lines(let lines):
                lines.lineCount > itemCountLimit || lines.lineCount == itemCountLimit && lines.heldCount > 0
            // A comma was read behind the last element.
            case .elements: count >= itemCountLimit
            }
        if isOverCount { (form, bytes, offset) = (.ended, [], 0) }
        return chunk
    }

    private mutating func nextChunk(isAtEnd: Bool) -> ItemChunk? {
        var (items, size): ([InputItem], Int) = ([], 0)
        while items.count < Self.chunkCount, size < Self.chunkLimit {
            if case .lines(var lines) = form {
                // Taken out to change it in place.
                form = .ended
                defer { form = .lines(lines) }
                return nextLines(&lines, isAtEnd: isAtEnd)
            }
            if case .elements = form, count >= itemCountLimit { break }
            guard let (item, count) = splitNext(bytes[offset...], isAtEnd: isAtEnd) else { break }
            drop(count)
            size += count
            if let item { items.append(item) } else if items.isEmpty { size = 0 }
        }
        return items.isEmpty ? nil : ItemChunk(items)
    }

    private mutating func drop(_ count: Int) {
        offset += count
        // Compacted rarely, so that each byte moves only a few times.
        if offset == bytes.count {
            bytes.removeAll(keepingCapacity: offset < 1 << 20)
            offset = 0
        } else if offset > 1 << 20, offset * 2 > bytes.count {
            bytes.removeFirst(offset)
            offset = 0
        }
    }

    /// Splits off the next piece of the unconsumed bytes: its item, if any, and the number of bytes to consume; `nil`
    /// if more bytes are needed or none are left.
    private mutating func splitNext(_ rest: ArraySlice<UInt8>, isAtEnd: Bool) -> (item: InputItem?, count: Int)? {
        switch form {
        case .unknown: detect(rest)
        case .elements: blanks(rest) ?? splitElement(rest, isAtEnd: isAtEnd)
        case .ended: blanks(rest) ?? splitRest(rest, isAtEnd: isAtEnd)
        case .lines: nil
        }
    }

    private mutating func detect(_ rest: ArraySlice<UInt8>) -> (item: InputItem?, count: Int)? {
        guard let first = rest.first else { return nil }
        if let blanks = blanks(rest) {
            count += rest.prefix(blanks.count).count { $0 == JSONByte.lineFeed }
            return blanks
        }
        if first == JSONByte.openBracket {
            form = .elements
            count = 0
            return (nil, 1)
        }
        var lines = LineSplitter(limit: itemLimit, lineCount: count)
        lines.append(rest)
        form = .lines(lines)
        return (nil, rest.count)
    }

    private func nextLines(_ lines: inout LineSplitter, isAtEnd: Bool) -> ItemChunk? {
        if isAtEnd { lines.finish() }
        while let (next, count) = lines.takeLines(
            atMost: Self.chunkCount,
            upTo: itemCountLimit,
            byteLimit: Self.chunkLimit
        ) {
            let chunk = ItemChunk(next, count: count, of: Self.source)
            if !chunk.isEmpty { return chunk }
        }
        return nil
    }

    // MARK: Elements

    /// Skips white space before an element or after the array.
    private func blanks(_ bytes: ArraySlice<UInt8>) -> (item: InputItem?, count: Int)? {
        guard scanned == 0, !isTooLong, let first = bytes.first, JSONByte.isWhiteSpace(first) else { return nil }
        return (nil, bytes.prefix { JSONByte.isWhiteSpace($0) }.count)
    }

    private mutating func splitElement(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (item: InputItem?, count: Int)? {
        var index = bytes.startIndex + scanned
        while index < bytes.endIndex {
            let byte = bytes[index]
            if ends(byte) {
                let isEnd = byte == JSONByte.closeBracket
                if isEnd { form = .ended }
                // An empty array has no element.
                let isNone = isEnd && count == 0 && index == bytes.startIndex && !isTooLong
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
    private mutating func splitRest(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> (item: InputItem?, count: Int)? {
        guard isAtEnd else { return wait(for: bytes) }
        return bytes.isEmpty && !isTooLong ? nil : (element(bytes), bytes.count)
    }

    /// Keeps the bytes of a partial element, and skips those of one that is too long.
    private mutating func wait(for bytes: ArraySlice<UInt8>) -> (item: InputItem?, count: Int)? {
        isTooLong = isTooLong || bytes.count > itemLimit
        scanned = isTooLong ? 0 : bytes.count
        return isTooLong && !bytes.isEmpty ? (nil, bytes.count) : nil
    }

    private mutating func element(_ text: ArraySlice<UInt8>) -> InputItem {
        count += 1
        scanned = 0
        defer { isTooLong = false }
        return InputItem(
            source: Self.source,
            line: count,
            content: isTooLong || text.count > itemLimit ? .tooLong(limit: itemLimit) : .bytes(Array(text)),
            arrival: .now
        )
    }

    /// Returns whether a byte ends an element, tracking strings and brackets.
    private mutating func ends(_ byte: UInt8) -> Bool {
        if strings.isInString(byte) { return false }
        switch byte {
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
}
