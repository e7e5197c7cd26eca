import Glibc

/// Which socket each connection has that may be used again; libcurl does not tell it before a request.
///
/// A connection is known from its first request on, so that a later connection under the same name replaces it.
final class IdleConnectionSockets {
    /// More names than libcurl keeps connections, so that none of those in use is forgotten soon.
    private static let limit = 4096

    private var sockets: [String: Int32] = [:]

    /// Remembers the socket of a new connection.
    ///
    /// - Parameters:
    ///   - socket: The socket that was opened for it.
    ///   - name: The addresses and ports of both ends.
    func note(_ socket: Int32, _ name: String) {
        if sockets.count >= Self.limit { sockets.removeAll() }
        sockets[name] = socket
    }

    /// Whether bytes have arrived on a connection at rest; those can only be meant for an answer that nobody asked for.
    ///
    /// - Parameter name: The addresses and ports of both ends.
    /// - Returns: Whether bytes are waiting; `false` for a connection that is not known.
    func hasUnreadBytes(_ name: String) -> Bool {
        guard let socket = sockets[name] else { return false }
        var byte: UInt8 = 0
        // Unsafe, and right: one byte is looked at; the end of the stream is libcurl's to find.
        return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }
}
