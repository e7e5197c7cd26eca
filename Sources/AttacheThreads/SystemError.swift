import Glibc

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
