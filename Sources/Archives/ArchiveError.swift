/// A compressed input cannot be unpacked.
package struct ArchiveError: Error, Equatable, Sendable {
    /// What is wrong, to follow "cannot be unpacked: ", without a full stop.
    package let cause: String

    /// Creates the error.
    ///
    /// - Parameter cause: What is wrong, to follow "cannot be unpacked: ", without a full stop.
    init(_ cause: String) {
        self.cause = cause
    }
}
