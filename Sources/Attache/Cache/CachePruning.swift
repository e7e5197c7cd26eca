/// What was cleared away.
package struct CachePruning: Sendable, Equatable {
    /// Failures whose time was over.
    package var failureCount = 0
    /// Stale files that the origin cannot be asked about, and entries whose file is gone.
    package var entryCount = 0
    /// Unfinished files of dead processes.
    package var leftoverCount = 0
    /// Bytes that were evicted.
    package var evictedByteCount = 0
    /// Bytes that are left.
    package var byteCount = 0
}
