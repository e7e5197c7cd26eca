/// A place in a text, told the way both programs and editors count.
package struct JSONPosition: Sendable, Hashable, CustomStringConvertible {
    /// The byte, from 0; the length of the text when that ended too early.
    package let offset: Int
    /// The line, from 1; lines end at a line feed.
    package let line: Int
    /// The column, from 1, counted in characters (Unicode scalars), not bytes.
    package let column: Int

    /// `line 3, column 14`.
    package var description: String { "line \(line), column \(column)" }

    /// Finds line and column of a byte.
    ///
    /// - Parameters:
    ///   - offset: A byte of `bytes`, or its length.
    ///   - bytes: The text, UTF-8 up to `offset`.
    init(offset: Int, in bytes: Span<UInt8>) {
        var line = 1
        var column = 1
        for index in 0..<offset {
            let byte = bytes[index]
            if byte == JSONByte.lineFeed {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                // Continuation bytes belong to the character before them.
                column += 1
            }
        }
        self.offset = offset
        self.line = line
        self.column = column
    }
}
