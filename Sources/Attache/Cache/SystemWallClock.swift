import AttacheCore
import Glibc

/// The machine's time of day.
package struct SystemWallClock: WallTimeSource {
    package var secondsSinceEpoch: Int { time(nil) }

    /// Creates the clock.
    package init() {}
}
