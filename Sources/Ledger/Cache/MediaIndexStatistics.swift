/// What an index remembers.
package struct MediaIndexStatistics: Sendable, Equatable {
    /// Files that may be used without asking.
    package var freshMediaCount = 0
    /// Files that the origin is asked about first.
    package var staleMediaCount = 0
    /// Failures that are taken for granted.
    package var freshFailureCount = 0
    /// Failures whose time is over.
    package var expiredFailureCount = 0

    /// Counts nothing.
    package init() {}
}
