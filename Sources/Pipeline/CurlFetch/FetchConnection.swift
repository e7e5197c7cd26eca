import CNetwork
import Glibc

/// A connection to an origin: what has come over it, as the kernel counts it, and how much of it was asked for.
final class FetchConnection {
    /// What a response may have besides its body, in bytes: headers, frames, what waits in the kernel's buffer, and what still
    /// comes for a stream that has ended, of which libcurl lets 10 MiB come.
    private static let besidesBody: Int64 = 16 << 20

    private let socket: Int32
    /// What had come before the requests in progress.
    private var before: Int64 = 0
    private var requestCount: Int64 = 1
    private var bodySize: Int64 = 0

    init(_ socket: Int32) {
        self.socket = socket
    }

    /// Records a further request; over HTTP/2 earlier ones may be in progress.
    func begin(isShared: Bool) {
        if isShared { return requestCount += 1 }
        (before, requestCount, bodySize) = (attache_tcp_received(socket), 1, 0)
    }

    /// Records so many bytes of a body.
    func take(_ byteCount: Int) { bodySize += Int64(byteCount) }

    /// Whether the origin has sent far more than bodies: libcurl has no limit for extensions of chunks and for frames of HTTP/2.
    /// A body may come in chunks of 64 bytes, each with its size and in a record of TLS.
    var isFlooded: Bool {
        attache_tcp_received(socket) - before > 2 * bodySize + requestCount * Self.besidesBody
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
    ///   - isShared: Whether several requests share it, as in HTTP/2.
    /// - Returns: The connection; `nil` for an unknown one.
    func begin(_ name: String, on socket: Int32?, isShared: Bool) -> FetchConnection? {
        guard let socket else {
            let connection = connections[name]
            connection?.begin(isShared: isShared)
            return connection
        }
        if connections.count >= Self.limit { connections.removeAll() }
        let connection = FetchConnection(socket)
        connections[name] = connection
        return connection
    }
}
