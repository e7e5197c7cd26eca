import Glibc

extension LoopbackSocket {
    /// What a wait is for.
    package enum Interest: Sendable {
        /// Bytes to receive, a connection to accept, or the end of the stream.
        case receiving
        /// Room to send.
        case sending
        /// Nothing but the peer's going away.
        case closing

        /// The events to ask `poll` for; an error or a hang-up is reported in any case.
        fileprivate var events: Int16 {
            switch self {
            case .receiving: Int16(POLLIN)
            case .sending: Int16(POLLOUT)
            // POLLRDHUP of Linux's <poll.h>, which is there only with _GNU_SOURCE.
            case .closing: 0x2000
            }
        }
    }

    /// Waits for the socket.
    ///
    /// - Parameters:
    ///   - interest: What to wait for.
    ///   - instant: When to give up, or `nil` for never.
    ///   - stop: Ends the wait when it is raised.
    /// - Returns: Why the wait ended; being stopped goes before all else.
    package func wait(for interest: Interest, until instant: ContinuousClock.Instant?, stop: StopSignal) -> WaitResult {
        var watched = [
            pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: interest.events, revents: 0),
        ]
        guard StopSignal.poll(&watched, until: instant) else { return .timedOut }
        if watched[0].revents != 0 { return .stopped }
        return interest == .closing ? .peerClosed : .ready
    }
}
