/// A place in a text file, as editors count.
struct YAMLMark: Sendable, Hashable {
    /// The line, from 1.
    let line: Int
    /// The column in characters, from 1.
    let column: Int

    /// The beginning of a file.
    static let start = YAMLMark(line: 1, column: 1)
}
