import Glibc

/// A system call that failed.
package struct SystemCallError: Error, Equatable, Sendable {
    /// What was being done, such as "bind" or "create a spool file in".
    package let operation: String
    /// The path it was done to, where there is one.
    package let path: String?
    /// The system's `errno`.
    package let code: Int32

    package init(operation: String, path: String? = nil, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The system's words for the code.
    package var message: String { Self.message(code) }

    /// The system's words for an `errno`, such as "No space left on device".
    ///
    /// - Parameter code: An `errno`.
    /// - Returns: The C library's words; `error` and the number where it has none.
    package static func message(_ code: Int32) -> String {
        // Unsafe, and right: strerror gives a C string of the library's own, copied at once.
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}
