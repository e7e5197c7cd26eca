/// One request that was made and the head that came back.
package struct ResponseExchange: Sendable, Equatable {
    /// The URL that was asked for.
    package var url: String
    /// The response's head.
    package var head: ResponseHead
    /// When it was asked for, in seconds since 1970.
    package var sent: Int
    /// When it had come, in seconds since 1970.
    package var received: Int

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - url: The URL that was asked for.
    ///   - head: The response's head.
    ///   - sent: When it was asked for, in seconds since 1970.
    ///   - received: When it had come, in seconds since 1970.
    package init(url: String, head: ResponseHead, sent: Int, received: Int) {
        self.url = url
        self.head = head
        self.sent = sent
        self.received = received
    }
}

/// What a response is asked for again with: "only if it is no longer this one".
package struct Validators: Sendable, Equatable {
    /// The URL that answered; no other host is told.
    package let url: String
    /// The entity tag as it came, strong or weak.
    package let entityTag: String?
    /// The date of the last change as it came.
    package let lastModified: String?

    /// The header lines of the request.
    package var lines: [String] {
        [entityTag.map { "If-None-Match: \($0)" }, lastModified.map { "If-Modified-Since: \($0)" }].compactMap { $0 }
    }

    /// Whether a 304 speaks of the same version: it names no tag, or ours, weakly compared (RFC 9110 §8.8.3.2).
    ///
    /// - Parameter head: The head of the 304.
    /// - Returns: Whether what is kept still stands.
    func isConfirmed(by head: ResponseHead) -> Bool {
        guard let own = entityTag, let named = head.values("ETag").first else { return true }
        return Self.opaque(own) == Self.opaque(named)
    }

    static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
