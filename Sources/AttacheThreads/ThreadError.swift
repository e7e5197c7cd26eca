/// The system refused a thread, or a descriptor that threads talk through.
package struct ThreadError: Error, Sendable {
    /// The system's `errno`.
    package let code: Int32

    /// Creates the error.
    ///
    /// - Parameter code: The system's `errno`.
    package init(code: Int32) {
        self.code = code
    }
}
