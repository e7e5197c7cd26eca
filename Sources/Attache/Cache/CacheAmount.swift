/// A number of files and their bytes together.
package struct CacheAmount: Sendable, Equatable {
    /// How many files.
    package var fileCount = 0
    /// Their bytes together.
    package var byteCount = 0
}
