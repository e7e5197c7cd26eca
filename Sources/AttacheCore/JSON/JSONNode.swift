/// One entry of the tape: a value or a member's key, in the order of the text.
///
/// A container's entry is followed by those of its children. The kind is not stored: the byte at `start` tells it.
struct JSONNode: Sendable {
    /// The offset of the first byte; of the quotation mark for a string.
    var start: UInt32
    /// The offset after the last byte.
    var end: UInt32
    /// For a value, the tape index after it and all its children; for a key, the hash of its decoded text.
    var link: UInt32
    /// For a container, the number of its children, below 2^30; for strings, the flags.
    var detail: UInt32

    /// Set in `detail` of a member's key.
    static let keyFlag: UInt32 = 1 << 31
    /// Set in `detail` of a string that contains a backslash.
    static let escapeFlag: UInt32 = 1 << 30

    /// The most bytes a document may have, so that counts stay clear of the flags.
    static let byteLimit = 1 << 31

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - start: The offset of the first byte, below `byteLimit`.
    ///   - end: The offset after the last byte, below `byteLimit`.
    ///   - link: See `link`.
    ///   - detail: See `detail`.
    @inline(always)
    init(from start: Int, to end: Int, link: UInt32, detail: UInt32) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        self.link = link
        self.detail = detail
    }

    /// Whether this is a member's key.
    var isKey: Bool { detail & JSONNode.keyFlag != 0 }
    /// Whether this is a string with escapes.
    var hasEscapes: Bool { detail & JSONNode.escapeFlag != 0 }
    /// The bytes of the value, quotation marks and brackets included.
    var range: Range<Int> { Int(start)..<Int(end) }
    /// The bytes between a string's quotation marks.
    var contents: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}
