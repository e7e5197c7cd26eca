/// From when until when something may be used without asking, in seconds since 1970.
package struct FreshnessWindow: Sendable, Equatable {
    /// The first second.
    package var from: Int
    /// The second at which it is no longer fresh.
    package var until: Int

    /// Creates a window.
    ///
    /// - Parameters:
    ///   - from: The first second.
    ///   - until: The second at which it is no longer fresh; at or before `from` it never is.
    package init(from: Int, until: Int) {
        self.from = from
        self.until = until
    }

    /// Whether it may be used now.
    ///
    /// A clock that was set back proves nothing, so what comes from the future is not fresh either.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: Whether it is fresh.
    package func isFresh(at now: Int) -> Bool { from <= now && now < until }
}
