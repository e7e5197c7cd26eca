/// How a response says where its body ends.
package enum Framing: Sendable, Equatable {
    /// By `Content-Length`.
    case contentLength
    /// By `Content-Length`, and the number is this one whatever the body has.
    case declaredLength(Int)
    /// By chunks of at most this many bytes.
    case chunked(byteCount: Int)
    /// By the end of the connection.
    case close
}
