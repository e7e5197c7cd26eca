/// A local file could not be read.
package struct LocalFileError: Error, Equatable, Sendable {
    /// The system's `errno`.
    package let code: Int32
}
