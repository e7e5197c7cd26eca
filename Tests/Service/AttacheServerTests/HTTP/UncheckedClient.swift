import AttacheTesting

/// A client that is passed from one thread of a test to another.
// @unchecked Sendable: one thread creates it, and another uses it after the first has ended.
final class UncheckedClient: @unchecked Sendable {
    /// The client itself.
    let client: LoopbackClient

    init(_ client: LoopbackClient) {
        self.client = client
    }

    /// All bytes received until the connection closes.
    var text: String { String(decoding: client.bytes(limit: .max), as: UTF8.self) }

    /// The number of bytes received until the connection closes.
    var byteCount: Int { client.bytes(limit: .max).count }
}
