/// Where the parser stands in the text.
struct JSONCursor {
    /// The next byte to read.
    var offset = 0
    /// Whether white space was skipped so far.
    private(set) var hasWhiteSpace = false

    /// The next byte, or 0 at the end; a zero byte is no token either.
    @inline(always)
    func next(_ bytes: Span<UInt8>) -> UInt8 {
        offset < bytes.count ? bytes[offset] : 0
    }

    /// Goes to the next byte that is not insignificant white space.
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
