/// The store could not do what it was asked.
package struct StoreError: Error, Equatable, Sendable {
    /// What was being done, such as "create a spool file in".
    package let operation: String
    /// The path it was done to.
    package let path: String
    /// The system's `errno`.
    package let code: Int32

    /// Creates the error.
    ///
    /// - Parameters:
    ///   - operation: What was being done, to be followed by the path.
    ///   - path: The path it was done to.
    ///   - code: The system's `errno`.
    package init(operation: String, path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }
}
