/// The system refused something the loopback origin needs.
package struct SystemCallError: Error, Equatable, Sendable {
    /// What was being done, such as "bind".
    package let operation: String
    /// The system's `errno`.
    package let code: Int32

    /// Creates the error.
    ///
    /// - Parameters:
    ///   - operation: What was being done.
    ///   - code: The system's `errno`.
    package init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }
}
