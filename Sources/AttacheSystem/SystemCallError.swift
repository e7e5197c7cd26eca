import Glibc

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

/// The system's own words for an `errno`.
package enum SystemError {
    /// Words such as "No space left on device".
    ///
    /// - Parameter code: An `errno`.
    /// - Returns: The C library's words; `error` and the number where it has none.
    package static func text(_ code: Int32) -> String {
        // Unsafe, and right: strerror gives a C string of the library's own, copied at once.
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}

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
