extension YAMLMark {
    /// The place of a byte.
    ///
    /// - Parameters:
    ///   - offset: The byte's index, 0 to `bytes.count`.
    ///   - bytes: The file; it need not be valid UTF-8.
    init(offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // Continuation bytes of UTF-8 do not count as columns.
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        self.init(line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: column)
    }
}
