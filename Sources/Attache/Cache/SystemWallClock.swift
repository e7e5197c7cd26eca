import AttacheCore
import Glibc

/// The machine's time of day.
struct SystemWallClock: WallTimeSource {
    var secondsSinceEpoch: Int { time(nil) }
}
