/// An answer that was given under an idempotency key.
package struct StoredResponse: Sendable, Equatable {
    /// SHA-256 of what was asked.
    package let fingerprint: [UInt8]
    /// The status of the response, such as 200.
    package let status: Int
    /// The response's `Content-Type`.
    package let mediaType: String
    /// The response's body.
    package let body: [UInt8]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - fingerprint: SHA-256 of what was asked.
    ///   - status: The status of the response.
    ///   - mediaType: The response's `Content-Type`.
    ///   - body: The response's body.
    package init(fingerprint: [UInt8], status: Int, mediaType: String, body: [UInt8]) {
        self.fingerprint = fingerprint
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}
