/// Why a wait on a socket ended.
package enum WaitResult: Sendable, Equatable {
    /// What was waited for is possible now, or the socket is at its end.
    case ready
    /// The peer closed its side; only where a wait was for nothing else.
    case peerClosed
    /// The owner stops.
    case stopped
    /// The time is over.
    case timedOut
}
