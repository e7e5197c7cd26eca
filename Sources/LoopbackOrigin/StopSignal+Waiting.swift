package import Glibc

extension StopSignal {
    /// Waits for the signal alone.
    ///
    /// - Parameter instant: When to give up, or `nil` for never.
    /// - Returns: `stopped` or `timedOut`.
    package func wait(until instant: ContinuousClock.Instant?) -> WaitResult {
        var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return Self.poll(&watched, until: instant) ? .stopped : .timedOut
    }

    /// Polls to the microsecond, where `poll` itself counts whole milliseconds.
    ///
    /// - Parameters:
    ///   - watched: What to poll; its `revents` are filled in.
    ///   - instant: When to give up, or `nil` for never.
    /// - Returns: Whether anything became ready.
    package static func poll(_ watched: inout [pollfd], until instant: ContinuousClock.Instant?) -> Bool {
        while true {
            let left = instant.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
            let timeout = left.map { Int32(min($0.wholeMilliseconds, 3_600_000)) } ?? -1
            // Unsafe, and right: the count is the array's own.
            if unsafe Glibc.poll(&watched, nfds_t(watched.count), timeout) > 0 { return true }
            guard let left else { continue }
            if left == .zero { return false }
            if left < .milliseconds(1) {
                var time = timespec(tv_sec: 0, tv_nsec: Int(left.components.attoseconds / 1_000_000_000))
                _ = unsafe nanosleep(&time, nil)
            }
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
