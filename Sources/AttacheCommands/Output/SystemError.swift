import Glibc

/// The system's own words for an `errno`.
enum SystemError {
    static func text(_ code: Int32) -> String {
        // Unsafe, and right: strerror gives a C string of the library's own, copied at once.
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}
