import HummingbirdCore

/// Lets the listener take connections while there is room for them.
struct ConnectionLimit: AvailableConnectionsDelegate {
    let registry: ConnectionRegistry

    // The table counts for itself: a connection counts until it is closed, however it came to be.
    mutating func connectionOpened() {}
    mutating func connectionClosed() {}

    func isAcceptingNewConnections() -> Bool { registry.hasCapacity() }
}
