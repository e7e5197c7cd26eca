/// One thing that the origin does after a request has arrived.
package enum BehaviourStep: Sendable {
    /// Sends bytes as fast as the client takes them.
    case send([UInt8])
    /// Sends bytes in pieces of `byteCount`, at least 1, waiting `interval` before each piece but the first.
    case dribble([UInt8], byteCount: Int, interval: Duration)
    /// Sends the bytes again and again, as fast as the client takes them, until it goes away or the origin stops.
    case repeatEndlessly([UInt8])
    /// Does nothing for a while.
    case wait(Duration)
    /// Does nothing until the client goes away or the origin stops.
    case waitUntilStopped
    /// Ends the connection in order (FIN).
    case close
    /// Breaks the connection off (RST).
    case reset
}
