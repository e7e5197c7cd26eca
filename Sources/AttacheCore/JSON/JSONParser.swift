/// Reads a text once, from left to right, and lays its values out on a tape.
///
/// There is no recursion: an open container's entry keeps the tape index of the container around it in `link` until it
/// closes, so the nesting lives on the tape and a hostile depth cannot exhaust the stack.
struct JSONParser {
    /// Every value and key so far.
    private(set) var tape: [JSONNode] = []
    /// Whether white space was skipped outside of strings.
    private(set) var hasWhiteSpace = false

    /// How deep containers may nest.
    private let depthLimit: Int
    /// How duplicate keys are found; nil admits them.
    private var keyChecker: JSONKeyChecker?
    /// The next byte to read.
    private var offset = 0
    /// The tape index of the innermost open container, or -1.
    private var open = -1
    /// Whether that container is an object.
    private var isInObject = false
    /// How many containers are open.
    private var depth = 0

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - depthLimit: How deep containers may nest, 1 or more.
    ///   - refusesDuplicates: Whether an object with the same key twice is a fault.
    init(depthLimit: Int, refusesDuplicates: Bool) {
        self.depthLimit = depthLimit
        keyChecker = refusesDuplicates ? JSONKeyChecker() : nil
    }

    /// Reads a whole text; to be called once.
    ///
    /// - Parameter bytes: The text.
    /// - Throws: The first fault; duplicate keys are found when their object closes.
    mutating func parse(_ bytes: Span<UInt8>) throws(JSONFault) {
        guard bytes.count < JSONNode.byteLimit else { throw JSONFault(.tooLong, at: 0) }
        tape.reserveCapacity(bytes.count / 10 + 8)
        skipWhiteSpace(bytes)
        guard offset < bytes.count else { throw JSONFault(.empty, at: offset) }
        try refuseOtherEncodings(bytes)
        repeat {
            try parseValue(bytes)
        } while try advance(bytes)
        skipWhiteSpace(bytes)
        guard offset == bytes.count else { throw JSONFault(.trailingText, at: offset) }
    }

    /// Says so when the first bytes give away a byte order mark, UTF-16 or UTF-32 (RFC 8259 §8.1).
    private func refuseOtherEncodings(_ bytes: Span<UInt8>) throws(JSONFault) {
        guard bytes.count >= 2 else { return }
        switch (bytes[0], bytes[1]) {
        case (0xEF, 0xBB) where bytes.count >= 3 && bytes[2] == 0xBF: throw JSONFault(.byteOrderMark, at: 0)
        case (0xFE, 0xFF), (0xFF, 0xFE), (0, _), (_, 0): throw JSONFault(.wideEncoding, at: 0)
        default: return
        }
    }

    /// Reads a scalar, or enters a container up to the place of its first value.
    @inline(__always)
    private mutating func parseValue(_ bytes: Span<UInt8>) throws(JSONFault) {
        while offset < bytes.count {
            let start = offset
            switch bytes[start] {
            case JSONByte.quote:
                let flags = try JSONStringScanner.scan(bytes, from: &offset)
                append(from: start, detail: flags)
            case JSONByte.minus, JSONByte.zero...JSONByte.nine:
                try JSONNumberScanner.scan(bytes, from: &offset)
                append(from: start, detail: 0)
            case JSONByte.openBrace, JSONByte.openBracket:
                if try enter(bytes) { continue }
            case 0x66, 0x6E, 0x74:
                try JSONLiteralScanner.scan(bytes, from: &offset)
                append(from: start, detail: 0)
            default:
                throw JSONFault(.expectedValue, at: start)
            }
            return
        }
        throw JSONFault(.expectedValue, at: offset)
    }

    /// Goes on after a value: closes containers, and reads the comma and key before the next value.
    ///
    /// - Returns: Whether another value follows.
    @inline(__always)
    private mutating func advance(_ bytes: Span<UInt8>) throws(JSONFault) -> Bool {
        while open >= 0 {
            skipWhiteSpace(bytes)
            let byte = offset < bytes.count ? bytes[offset] : 0
            if byte == JSONByte.comma {
                offset &+= 1
                tape[open].detail &+= 1
                skipWhiteSpace(bytes)
                if isInObject {
                    try parseKey(bytes, afterComma: true)
                } else if offset < bytes.count, bytes[offset] == JSONByte.closeBracket {
                    throw JSONFault(.trailingComma, at: offset)
                }
                return true
            }
            guard byte == (isInObject ? JSONByte.closeBrace : JSONByte.closeBracket) else {
                throw JSONFault(isInObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: offset)
            }
            offset &+= 1
            try close(bytes)
        }
        return false
    }

    /// Opens the container at `offset`.
    ///
    /// - Returns: Whether a value is expected next; false when the container is empty and already closed.
    @inline(__always)
    private mutating func enter(_ bytes: Span<UInt8>) throws(JSONFault) -> Bool {
        guard depth < depthLimit else { throw JSONFault(.tooDeep, at: offset) }
        let isObject = bytes[offset] == JSONByte.openBrace
        let index = tape.count
        tape.append(
            JSONNode(start: UInt32(offset), end: 0, link: UInt32(truncatingIfNeeded: open), detail: 0)
        )
        open = index
        isInObject = isObject
        depth &+= 1
        offset &+= 1
        skipWhiteSpace(bytes)
        if offset < bytes.count, bytes[offset] == (isObject ? JSONByte.closeBrace : JSONByte.closeBracket) {
            offset &+= 1
            try close(bytes)
            return false
        }
        tape[index].detail = 1
        if isObject {
            try parseKey(bytes, afterComma: false)
        }
        return true
    }

    /// Closes the innermost container; `offset` is after its bracket.
    @inline(__always)
    private mutating func close(_ bytes: Span<UInt8>) throws(JSONFault) {
        let index = open
        let parent = Int(Int32(truncatingIfNeeded: tape[index].link))
        tape[index].end = UInt32(offset)
        tape[index].link = UInt32(tape.count)
        if isInObject, tape[index].detail > 1 {
            try keyChecker?.check(tape, object: index, in: bytes)
        }
        open = parent
        isInObject = parent >= 0 && bytes[Int(tape[parent].start)] == JSONByte.openBrace
        depth &-= 1
    }

    /// Reads a key, its colon and the white space around it.
    @inline(__always)
    private mutating func parseKey(_ bytes: Span<UInt8>, afterComma: Bool) throws(JSONFault) {
        let start = offset
        guard start < bytes.count, bytes[start] == JSONByte.quote else {
            let isTrailingComma = afterComma && start < bytes.count && bytes[start] == JSONByte.closeBrace
            throw JSONFault(isTrailingComma ? .trailingComma : .expectedKey, at: start)
        }
        let flags = try JSONStringScanner.scan(bytes, from: &offset)
        let hash = keyChecker?.hash(bytes, start &+ 1..<offset &- 1, hasEscapes: flags != 0) ?? 0
        tape.append(
            JSONNode(start: UInt32(start), end: UInt32(offset), link: hash, detail: flags | JSONNode.keyFlag)
        )
        skipWhiteSpace(bytes)
        guard offset < bytes.count, bytes[offset] == JSONByte.colon else {
            throw JSONFault(.expectedColon, at: offset)
        }
        offset &+= 1
        skipWhiteSpace(bytes)
    }

    /// Puts the scalar that ends at `offset` on the tape.
    @inline(__always)
    private mutating func append(from start: Int, detail: UInt32) {
        let next = UInt32(truncatingIfNeeded: tape.count &+ 1)
        tape.append(JSONNode(start: UInt32(start), end: UInt32(offset), link: next, detail: detail))
    }

    @inline(__always)
    private mutating func skipWhiteSpace(_ bytes: Span<UInt8>) {
        let start = offset
        while offset < bytes.count, JSONByte.isWhiteSpace(bytes[offset]) {
            offset &+= 1
        }
        if offset != start {
            hasWhiteSpace = true
        }
    }
}
