/// Remembers verdicts from one run to the next.
///
/// It is asked and told by many tasks at once and never makes them wait for a disk on the threads of Swift concurrency.
package protocol MediaCacheStore: Sendable {
    /// What is remembered, fresh or not.
    ///
    /// - Parameter key: The load.
    /// - Returns: The last file and the last failure since; what cannot be read is not remembered.
    func lookUp(_ key: CacheKey) async -> (media: CachedMedia?, failure: CachedFailure?)

    /// Remembers a file, and no longer any failure before it; returns at once.
    ///
    /// - Parameters:
    ///   - media: The file.
    ///   - key: The load.
    func save(_ media: CachedMedia, as key: CacheKey)

    /// Remembers a failure; a permanent one makes forget the file before it. Returns at once.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - key: The load.
    func save(_ failure: CachedFailure, as key: CacheKey)

    /// Forgets everything about a load; returns at once.
    ///
    /// - Parameter key: The load.
    func remove(_ key: CacheKey)
}
