/// A response as a `LoopbackClient` read it.
package struct LoopbackResponse: Sendable, Equatable {
    /// The status code.
    package let status: Int
    /// The header lines as sent, without the status line.
    package let headerLines: [String]
    /// The body as sent: chunks are not taken apart.
    package let body: [UInt8]
    /// Whether the body has the announced length; always so where none was announced.
    package let isWhole: Bool
}
