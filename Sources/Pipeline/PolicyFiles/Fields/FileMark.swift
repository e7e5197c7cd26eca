/// A position in a text file, as editors count: line and column from 1, the column in characters.
package struct FileMark: Sendable, Hashable {
    package let line: Int
    package let column: Int

    package static let start = FileMark(line: 1, column: 1)

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Creates the position of a byte at `offset`, 0 to `bytes.count`, of a file that need not be valid UTF-8.
    init(offset: Int, in bytes: [UInt8]) {
        var cursor = MarkCursor(bytes)
        self = cursor.mark(at: offset)
    }
}

extension FileMark: Comparable {
    package static func < (left: FileMark, right: FileMark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// Computes the positions of bytes in ascending order, so that a file is counted once.
struct MarkCursor {
    private let bytes: [UInt8]
    private var offset = 0
    private var line: Int
    private var column = 1

    /// Starts with the first byte, which is in `line`.
    init(_ bytes: [UInt8], line: Int = 1) {
        self.bytes = bytes
        self.line = line
    }

    mutating func mark(at target: Int) -> FileMark {
        while offset < target {
            if bytes[offset] == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if bytes[offset] & 0xC0 != 0x80 {
                // Continuation bytes of UTF-8 do not count as columns.
                column += 1
            }
            offset += 1
        }
        return FileMark(line: line, column: column)
    }
}
