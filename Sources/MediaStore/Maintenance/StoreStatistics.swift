/// What a store holds.
package struct StoreStatistics: Sendable, Equatable {
    /// The stored files.
    package var fileCount = 0
    /// Their bytes together.
    package var byteCount = 0
    /// When the file that was not used for the longest time was used, in seconds since 1970; `nil` in an empty store.
    package var oldestUse: Int?
    /// The files that live runs point at.
    package var pinnedCount = 0
    /// The bytes of these.
    package var pinnedByteCount = 0
    /// The runs that pin anything.
    package var runCount = 0

    /// Counts nothing.
    package init() {}
}
