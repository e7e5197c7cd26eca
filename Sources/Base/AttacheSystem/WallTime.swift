import Glibc

/// The present by the machine's clock.
package enum WallTime {
    /// Milliseconds since 1970, UTC.
    package static var milliseconds: Int {
        var time = timespec()
        // Unsafe, and right: the call fills the structure and keeps no pointer to it.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
