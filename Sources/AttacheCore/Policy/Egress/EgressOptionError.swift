/// The value of an egress option cannot be used.
package struct EgressOptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the value and says what would be right.
    package let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - value: The value as written.
    ///   - predicate: The rest of the sentence that begins with the value, without its full stop.
    init(_ value: String, _ predicate: String) {
        message = "\(EscapedText.escaping(Array(value.utf8)[...])) \(predicate)."
    }

    /// The sentence.
    package var description: String { message }
}
