import AttacheThreads

/// A helper process could not be had.
package struct HelperError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system's `errno`, or 0 when the helper started and then said nothing.
    package let code: Int32

    package var description: String {
        code == 0 ? "it ended before it was ready" : SystemError.text(code)
    }
}
