import CNATS

/// A subscription whose messages one thread takes.
// @unchecked Sendable: libnats locks its subscriptions, and the pointer never changes.
@safe final class NATSSubscription: @unchecked Sendable {
    private let handle: OpaquePointer
    /// A connection outlives its subscriptions.
    private let connection: NATSConnection

    @unsafe init(_ handle: OpaquePointer, of connection: NATSConnection) {
        unsafe self.handle = handle
        self.connection = connection
    }

    deinit {
        unsafe connection.retire(handle)
    }

    /// Waits for a message, and reads the headers of some names; returns `nil` when none comes in time, and throws after
    /// the connection's end.
    func next(within timeout: Duration, headers: [String] = []) throws(NATSError) -> NATSMessage? {
        var message: OpaquePointer?
        let wait = max(0, Int64(timeout / .milliseconds(1)))
        let status = unsafe natsSubscription_NextMsg(&message, handle, wait)
        // A server that sends faster than requested makes libnats drop messages, which are redelivered. When nothing
        // accepts a request, as while servers choose a leader, libnats hides which one it is: it fails by its timeout.
        if [NATS_TIMEOUT, NATS_SLOW_CONSUMER, NATS_NO_RESPONDERS].contains(status) { return nil }
        try NATSConnection.check(status, "receive messages")
        guard let received = unsafe message else { return nil }
        return unsafe NATSMessage(taking: received, headers: headers)
    }
}
