/// Where caches read the time of day, which HTTP's dates are made of and which may be set back.
package protocol WallTimeSource: Sendable {
    /// Whole seconds since 1970, UTC.
    var secondsSinceEpoch: Int { get }
}
