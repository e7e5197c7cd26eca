/// Where the time of one hop, or of several added up, went.
package struct TransferTiming: Sendable, Equatable {
    /// Looking the name up.
    package var resolve: Duration = .zero
    /// Making the TCP connection; zero on a reused one.
    package var connect: Duration = .zero
    /// The TLS handshake; zero on http and on a reused connection.
    package var tls: Duration = .zero
    /// From the request being sent to the first byte of the response.
    package var firstByte: Duration = .zero
    /// From the first byte of the response to its last.
    package var body: Duration = .zero
    /// New connections that were made.
    package var connectionCount: Int = 0
    /// New connections that were made with TLS 1.2 or older, whose handshake takes a second round trip.
    package var oldTLSConnectionCount: Int = 0
    /// New connections that were made with TLS 1.3.
    package var tlsConnectionCount: Int = 0
    /// Requests that were sent.
    package var requestCount: Int = 0
    /// Bytes of bodies that arrived, those of refused ones included.
    package var byteCount: Int = 0

    /// Creates a timing of nothing.
    package init() {}

    /// From the first lookup to the last byte, waiting for a turn left out.
    package var total: Duration { resolve + connect + tls + firstByte + body }

    /// Adds the time of a further hop.
    package static func += (left: inout TransferTiming, right: TransferTiming) {
        left.resolve += right.resolve
        left.connect += right.connect
        left.tls += right.tls
        left.firstByte += right.firstByte
        left.body += right.body
        left.connectionCount += right.connectionCount
        left.oldTLSConnectionCount += right.oldTLSConnectionCount
        left.tlsConnectionCount += right.tlsConnectionCount
        left.requestCount += right.requestCount
        left.byteCount += right.byteCount
    }
}
