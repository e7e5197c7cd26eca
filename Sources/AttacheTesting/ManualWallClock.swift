import AttacheCore
import AttacheThreads

/// A time of day that stands still until a test moves it.
package final class ManualWallClock: WallTimeSource {
    private let now: Locked<Int>

    /// Creates a clock.
    ///
    /// - Parameter now: Seconds since 1970.
    package init(now: Int = 1_800_000_000) {
        self.now = Locked(now)
    }

    package var secondsSinceEpoch: Int { now.withLock { $0 } }

    /// Moves the clock.
    ///
    /// - Parameter seconds: How far; below zero somebody has set it back.
    package func advance(by seconds: Int) { now.withLock { $0 += seconds } }
}
