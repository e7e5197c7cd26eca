/// A text that should be a size or a duration is none.
package struct QuantityError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with it, as half a sentence that follows the place where it stands.
    package let message: String
    /// What to write instead.
    package let fix: String

    /// Creates the error.
    ///
    /// - Parameters:
    ///   - message: What is wrong, such as `"10" has no unit`.
    ///   - fix: What to write instead, such as `write 10MB or 10MiB`.
    package init(message: String, fix: String) {
        self.message = message
        self.fix = fix
    }

    package var description: String { "\(message): \(fix)" }
}
