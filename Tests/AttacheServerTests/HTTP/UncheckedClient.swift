import AttacheTesting

/// A client that goes from one thread of a test to another.
// @unchecked Sendable: one thread makes it, and another uses it when the first has ended.
final class UncheckedClient: @unchecked Sendable {
    /// The client itself.
    let client: LoopbackClient

    init(_ client: LoopbackClient) {
        self.client = client
    }

    /// Everything that comes until the connection ends.
    var text: String { String(decoding: client.bytes(limit: .max), as: UTF8.self) }

    /// How much comes until the connection ends.
    var byteCount: Int { client.bytes(limit: .max).count }
}
