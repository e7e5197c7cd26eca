/// A single-pass JSON parser that writes the values to a tape.
///
/// There is no recursion: the entry of an open container holds the tape index of its parent in `link` until it closes.
/// The nesting is kept on the tape, so a hostile depth cannot exhaust the stack.
package struct JSONParser {
    /// All values and keys, after parsing.
    package private(set) var tape: [JSONNode] = []
    /// Whether there is white space outside of strings.
    package private(set) var hasWhiteSpace = false

    /// Limit of the nesting of containers, 1 or more.
    private let depthLimit: Int
    /// The check for duplicate keys; `nil` allows them.
    private let keyChecker: JSONKeyChecker?

    package init(depthLimit: Int, rejectsDuplicates: Bool) {
        self.depthLimit = depthLimit
        keyChecker = rejectsDuplicates ? JSONKeyChecker() : nil
    }

    /// Parses a whole text. Throws the first fault; duplicate keys are found when their object closes. A parser that
    /// has parsed another text reuses the memory of its tape.
    package mutating func parse(_ bytes: Span<UInt8>) throws(JSONFault) {
        guard bytes.count < JSONNode.byteLimit else { throw JSONFault(.tooLong, at: 0) }
        // Local variables stay in registers; fields of `self` would not.
        var cursor = JSONCursor()
        var level = JSONLevel()
        var keyChecker = keyChecker
        // Taken out of `self`, so that it is changed in place.
        var tape: [JSONNode] = []
        swap(&tape, &self.tape)
        tape.removeAll(keepingCapacity: true)
        defer { swap(&tape, &self.tape) }
        // Typical payloads have a value or key about every ten bytes.
        tape.reserveCapacity(bytes.count / 10 + 8)
        cursor.skipWhiteSpace(bytes)
        guard cursor.offset < bytes.count else { throw JSONFault(.empty, at: cursor.offset) }
        try JSONParser.rejectOtherEncodings(bytes)
        while true {
            if level.isObject {
                try JSONParser.scanKey(bytes, &cursor, isFirst: level.count == 1, &tape, keyChecker)
            }
            let byte = cursor.next(bytes)
            if byte == JSONByte.openBrace || byte == JSONByte.openBracket {
                guard level.depth < depthLimit else { throw JSONFault(.tooDeep, at: cursor.offset) }
                level.open(at: cursor.offset, isObject: byte == JSONByte.openBrace, on: &tape)
                cursor.offset &+= 1
                cursor.skipWhiteSpace(bytes)
                // In ASCII each closing bracket is the opening one plus two.
                if cursor.next(bytes) != byte &+ 2 {
                    level.count = 1
                    continue
                }
            } else {
                try JSONParser.scanScalar(bytes, &cursor, byte, &tape)
            }
            guard try JSONParser.advance(bytes, &cursor, &level, &tape, &keyChecker) else { break }
        }
        cursor.skipWhiteSpace(bytes)
        guard cursor.offset == bytes.count else { throw JSONFault(.trailingText, at: cursor.offset) }
        hasWhiteSpace = cursor.hasWhiteSpace
    }
}

/// The steps of `parse`, each inlined into its only caller.
extension JSONParser {
    /// Rejects a byte order mark, UTF-16 and UTF-32 by the first bytes (RFC 8259 §8.1).
    static func rejectOtherEncodings(_ bytes: Span<UInt8>) throws(JSONFault) {
        guard bytes.count >= 2 else { return }
        switch (bytes[0], bytes[1]) {
        case (0xEF, 0xBB) where bytes.count >= 3 && bytes[2] == 0xBF: throw JSONFault(.byteOrderMark, at: 0)
        case (0xFE, 0xFF), (0xFF, 0xFE), (0, _), (_, 0): throw JSONFault(.wideEncoding, at: 0)
        default: return
        }
    }

    /// Reads a key, its colon and the following white space.
    @inline(always)
    static func scanKey(
        _ bytes: Span<UInt8>,
        _ cursor: inout JSONCursor,
        isFirst: Bool,
        _ tape: inout [JSONNode],
        _ keyChecker: JSONKeyChecker?
    ) throws(JSONFault) {
        let start = cursor.offset
        let byte = cursor.next(bytes)
        guard byte == JSONByte.quote else {
            let isTrailingComma = byte == JSONByte.closeBrace && !isFirst
            throw JSONFault(isTrailingComma ? .trailingComma : .expectedKey, at: start)
        }
        let flags = try JSONStringScanner.scan(bytes, from: &cursor.offset)
        let end = cursor.offset
        let hash = keyChecker?.hash(bytes, start &+ 1..<end &- 1, hasEscapes: flags != 0) ?? 0
        tape.append(JSONNode(from: start, to: end, link: hash, detail: flags | JSONNode.keyFlag))
        cursor.skipWhiteSpace(bytes)
        guard cursor.next(bytes) == JSONByte.colon else { throw JSONFault(.expectedColon, at: cursor.offset) }
        cursor.offset &+= 1
        cursor.skipWhiteSpace(bytes)
    }

    /// Reads a string, number or word that begins with `byte`.
    @inline(always)
    static func scanScalar(
        _ bytes: Span<UInt8>,
        _ cursor: inout JSONCursor,
        _ byte: UInt8,
        _ tape: inout [JSONNode]
    ) throws(JSONFault) {
        let start = cursor.offset
        var flags: UInt32 = 0
        if byte == JSONByte.quote {
            flags = try JSONStringScanner.scan(bytes, from: &cursor.offset)
        } else if JSONByte.isDigit(byte) || byte == JSONByte.minus {
            try JSONNumberScanner.scan(bytes, from: &cursor.offset)
        } else if byte == 0x66 || byte == 0x6E || byte == 0x74 {
            try JSONLiteralScanner.scan(bytes, from: &cursor.offset)
        } else {
            throw JSONFault(.expectedValue, at: start)
        }
        let next = UInt32(truncatingIfNeeded: tape.count &+ 1)
        tape.append(JSONNode(from: start, to: cursor.offset, link: next, detail: flags))
    }

    /// Reads closing brackets and a comma after a value or in an empty container; returns whether another value
    /// follows.
    @inline(always)
    static func advance(
        _ bytes: Span<UInt8>,
        _ cursor: inout JSONCursor,
        _ level: inout JSONLevel,
        _ tape: inout [JSONNode],
        _ keyChecker: inout JSONKeyChecker?
    ) throws(JSONFault) -> Bool {
        while level.index >= 0 {
            cursor.skipWhiteSpace(bytes)
            let byte = cursor.next(bytes)
            if byte == JSONByte.comma {
                cursor.offset &+= 1
                level.count &+= 1
                cursor.skipWhiteSpace(bytes)
                if !level.isObject, cursor.next(bytes) == JSONByte.closeBracket {
                    throw JSONFault(.trailingComma, at: cursor.offset)
                }
                return true
            }
            guard byte == (level.isObject ? JSONByte.closeBrace : JSONByte.closeBracket) else {
                throw JSONFault(level.isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: cursor.offset)
            }
            cursor.offset &+= 1
            let parent = level.close(at: cursor.offset, on: &tape)
            if level.isObject, level.count > 1 {
                try keyChecker?.check(tape, object: level.index, in: bytes)
            }
            level.leave(to: parent, on: tape, in: bytes)
        }
        return false
    }
}

/// The position of the parser in the text.
struct JSONCursor {
    /// The next byte to read.
    var offset = 0
    /// Whether any white space was skipped.
    private(set) var hasWhiteSpace = false

    /// The next byte, or 0 at the end; a zero byte is not a token either.
    @inline(always)
    func next(_ bytes: Span<UInt8>) -> UInt8 {
        offset < bytes.count ? bytes[offset] : 0
    }

    /// Advances to the next byte that is not insignificant white space.
    @inline(always)
    mutating func skipWhiteSpace(_ bytes: Span<UInt8>) {
        let start = offset
        while offset < bytes.count, JSONByte.isWhiteSpace(bytes[offset]) {
            offset &+= 1
        }
        if offset != start {
            hasWhiteSpace = true
        }
    }
}

/// The innermost open container; its ancestors are stored on the tape.
struct JSONLevel {
    /// Its tape index, or -1 outside of all containers.
    var index = -1
    var isObject = false
    /// Number of children, including the one being read.
    var count: UInt32 = 0
    /// Number of open containers.
    var depth = 0

    /// Opens a container at the bracket `start`. The parent is saved: its index in the new entry's `link`, its count in
    /// its own entry's `detail`.
    @inline(always)
    mutating func open(at start: Int, isObject: Bool, on tape: inout [JSONNode]) {
        if index >= 0 {
            tape[index].detail = count
        }
        let link = UInt32(truncatingIfNeeded: index)
        index = tape.count
        tape.append(JSONNode(from: start, to: start, link: link, detail: 0))
        self.isObject = isObject
        count = 0
        depth &+= 1
    }

    /// Completes the container's entry; `end` is the offset after the closing bracket. Returns the parent's index for
    /// `leave`, or -1.
    @inline(always)
    func close(at end: Int, on tape: inout [JSONNode]) -> Int {
        let parent = Int(Int32(truncatingIfNeeded: tape[index].link))
        tape[index].end = UInt32(truncatingIfNeeded: end)
        tape[index].link = UInt32(truncatingIfNeeded: tape.count)
        tape[index].detail = count
        return parent
    }

    /// Restores the parent, whose index `close` returned.
    @inline(always)
    mutating func leave(to parent: Int, on tape: [JSONNode], in bytes: Span<UInt8>) {
        index = parent
        depth &-= 1
        isObject = false
        if parent >= 0 {
            count = tape[parent].detail
            isObject = bytes[Int(tape[parent].start)] == JSONByte.openBrace
        }
    }
}

/// One entry of the tape: a value or a member's key, in the order of the text.
///
/// The entries of children follow that of their container. The kind is not stored: the byte at `start` determines it.
@usableFromInline package struct JSONNode: Sendable {
    /// The offset of the first byte; of the quotation mark for a string.
    @usableFromInline package var start: UInt32
    /// The offset after the last byte.
    @usableFromInline package var end: UInt32
    /// For a value, the tape index after it and all its children; for a key, the hash of its decoded text.
    @usableFromInline package var link: UInt32
    /// For a container, the number of children, below 2^30; for a string, the flags.
    @usableFromInline package var detail: UInt32

    /// Flag in `detail` of a member's key.
    @inlinable static var keyFlag: UInt32 { 1 << 31 }
    /// Flag in `detail` of a string that contains a backslash.
    @inlinable static var escapeFlag: UInt32 { 1 << 30 }

    /// Limit of a document in bytes, so that counts do not reach the flags.
    package static let byteLimit = 1 << 31

    /// Creates an entry; both offsets are below `byteLimit`.
    @inline(always)
    package init(from start: Int, to end: Int, link: UInt32, detail: UInt32) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        self.link = link
        self.detail = detail
    }

    @inlinable package var isKey: Bool { detail & JSONNode.keyFlag != 0 }
    @inlinable package var hasEscapes: Bool { detail & JSONNode.escapeFlag != 0 }
    /// The bytes of the value, including quotation marks and brackets.
    @inlinable package var range: Range<Int> { Int(start)..<Int(end) }
    /// The bytes between a string's quotation marks.
    @inlinable package var contents: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}
