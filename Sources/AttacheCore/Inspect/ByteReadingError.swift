/// A local file could not be read.
package struct ByteSourceError: Error, Equatable, Sendable {
    /// The system's `errno`.
    package let code: Int32

    /// Creates the error.
    ///
    /// - Parameter code: The system's `errno`.
    package init(code: Int32) {
        self.code = code
    }
}
