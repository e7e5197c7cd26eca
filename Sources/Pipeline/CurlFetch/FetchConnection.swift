import CNetwork
import Glibc

/// A connection to an origin: what has come over it, as the kernel counts it, and how much of it was asked for.
final class FetchConnection {
    /// What a response may have besides its body, in bytes: headers, frames, what waits in the kernel's buffer, and what still
    /// comes for a stream that has ended, of which libcurl lets 10 MiB come.
    private static let besidesBody: Int64 = 16 << 20
    /// What a response besides its body leaves when it has come as a whole, in bytes: headers and frames.
    private static let besidesWholeBody: Int64 = 256 << 10

    private let socket: Int32
    /// The bytes that have come over the socket.
    private let received: () -> Int64
    /// What had come before the requests in progress.
    private var before: Int64 = 0
    /// The requests in progress.
    private var activeCount = 1
    /// What may have come besides the bodies, in bytes.
    private var allowance = besidesBody
    private var bodySize: Int64 = 0

    /// `received` counts the bytes that have come, in place of the kernel.
    init(_ socket: Int32, received: (() -> Int64)? = nil) {
        self.socket = socket
        self.received = received ?? { attache_tcp_received(socket) }
    }

    /// Records a further request; over HTTP/2 earlier ones may be in progress.
    func begin() {
        if activeCount == 0 { (before, allowance, bodySize) = (received(), 0, 0) }
        activeCount += 1
        allowance += Self.besidesBody
    }

    /// Records the end of a request; `isWhole` tells whether its response has come completely.
    func end(isWhole: Bool) {
        activeCount -= 1
        if isWhole { allowance -= Self.besidesBody - Self.besidesWholeBody }
    }

    /// Records so many bytes of a body.
    func take(_ byteCount: Int) { bodySize += Int64(byteCount) }

    /// Whether the origin has sent far more than bodies: libcurl has no limit for extensions of chunks and for frames of HTTP/2.
    /// A body may come in chunks of 64 bytes, each with its size and in a record of TLS.
    var isFlooded: Bool {
        received() - before > 2 * bodySize + allowance
    }

    /// Whether bytes have arrived that are not read yet.
    var hasUnreadBytes: Bool {
        var byte: UInt8 = 0
        // Unsafe, and right: one byte is peeked; libcurl itself detects the end of the stream.
        return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }
}

/// The connections of a loop, which libcurl does not report before a request.
///
/// A connection is recorded with its first request, so that a later connection with the same name replaces it.
final class FetchConnections {
    /// More names than libcurl keeps connections, so that none of those in use is evicted soon.
    private static let limit = 4096

    private var connections: [String: FetchConnection] = [:]

    /// Records a request over a connection, and returns the connection.
    /// - Parameters:
    ///   - name: The addresses and ports of both ends.
    ///   - socket: The socket of a new connection; `nil` for one that is used again.
    /// - Returns: The connection; `nil` for an unknown one.
    func begin(_ name: String, on socket: Int32?) -> FetchConnection? {
        guard let socket else {
            let connection = connections[name]
            connection?.begin()
            return connection
        }
        if connections.count >= Self.limit { connections.removeAll() }
        let connection = FetchConnection(socket)
        connections[name] = connection
        return connection
    }
}
