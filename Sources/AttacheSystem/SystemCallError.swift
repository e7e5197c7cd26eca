import Glibc

package struct SystemCallError: Error, Equatable, Sendable {
    /// The failed operation, such as "bind".
    package let operation: String
    package let code: Int32

    package init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }
}

package enum SystemError {
    /// Returns a text such as "No space left on device", or `error` and the number for an unknown `errno`.
    package static func text(_ code: Int32) -> String {
        // Unsafe, and right: strerror returns a C string of the library's own, copied at once.
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}

/// The system refused a thread, or a descriptor that threads communicate through.
package struct ThreadError: Error, Sendable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }
}
