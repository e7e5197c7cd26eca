/// Reads a text once, from left to right, and lays its values out on a tape.
///
/// There is no recursion: an open container's entry keeps the tape index of the container around it in `link` until it
/// closes, so the nesting lives on the tape and a hostile depth cannot exhaust the stack.
struct JSONParser {
    /// Every value and key, once a text is read.
    private(set) var tape: [JSONNode] = []
    /// Whether white space stands outside of strings.
    private(set) var hasWhiteSpace = false

    /// How deep containers may nest.
    private let depthLimit: Int
    /// How duplicate keys are found; nil admits them.
    private let keyChecker: JSONKeyChecker?

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - depthLimit: How deep containers may nest, 1 or more.
    ///   - rejectsDuplicates: Whether an object with the same key twice is a fault.
    init(depthLimit: Int, rejectsDuplicates: Bool) {
        self.depthLimit = depthLimit
        keyChecker = rejectsDuplicates ? JSONKeyChecker() : nil
    }

    /// Reads a whole text; to be called once.
    ///
    /// - Parameter bytes: The text.
    /// - Throws: The first fault; duplicate keys are found when their object closes.
    mutating func parse(_ bytes: Span<UInt8>) throws(JSONFault) {
        guard bytes.count < JSONNode.byteLimit else { throw JSONFault(.tooLong, at: 0) }
        // All state is in variables of this function, which stay in registers; a field of `self` would not.
        var cursor = JSONCursor()
        var level = JSONLevel()
        var keyChecker = keyChecker
        var tape: [JSONNode] = []
        // Payloads have a value or key about every ten bytes.
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
                // Both closing brackets come two places after the opening ones in ASCII.
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
        self.tape = tape
        hasWhiteSpace = cursor.hasWhiteSpace
    }
}
