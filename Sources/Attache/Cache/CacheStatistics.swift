/// What a cache holds.
package struct CacheStatistics: Sendable, Equatable {
    /// The store's directory.
    package var directory: String
    /// The stored files and their bytes together.
    package var files = CacheAmount()
    /// When the file that was not used for the longest time was used, in seconds since 1970; `nil` in an empty store.
    package var oldestUse: Int?
    /// The files that results of live runs point at.
    package var pinned = CacheAmount()
    /// The runs that pin anything.
    package var runCount = 0
    /// Whether there is an index: without one nothing is remembered.
    package var hasIndex = false
    /// URLs whose file may be used without asking.
    package var freshMediaCount = 0
    /// URLs whose origin is asked first.
    package var staleMediaCount = 0
    /// URLs whose failure is taken for granted.
    package var freshFailureCount = 0
    /// URLs whose failure has lasted long enough.
    package var expiredFailureCount = 0
}
