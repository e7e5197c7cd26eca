/// Why a text is not a path, or not one of the supported kind.
package struct JSONPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One plain sentence, without the column.
    package let message: String
    /// Where it went wrong: from 1, counted in characters (Unicode scalars).
    package let column: Int

    /// The sentence with its column.
    package var description: String { "column \(column): \(message)" }
}
