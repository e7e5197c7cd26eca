import Glibc

/// A system call that failed.
package struct SystemCallError: Error, Equatable, Sendable {
    /// The failed operation, such as "bind" or "create a spool file in".
    package let operation: String
    /// The path in question, if any.
    package let path: String?
    /// The system's `errno`.
    package let code: Int32
    /// A more specific cause than the system's text, if any.
    private let cause: String?

    package init(operation: String, path: String? = nil, code: Int32, cause: String? = nil) {
        self.operation = operation
        self.path = path
        self.code = code
        self.cause = cause
    }

    package var message: String { cause ?? Self.message(code) }

    /// Whether a disk, a quota or the store's own limit has no room, which other work may free.
    package var isOutOfSpace: Bool { Self.isOutOfSpace(code) }

    package static func isOutOfSpace(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

    /// Returns a text such as "No space left on device", or `error` and the number for an unknown `errno`.
    package static func message(_ code: Int32) -> String {
        // Unsafe, and right: strerror returns a C string of the library's own, copied at once.
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}
