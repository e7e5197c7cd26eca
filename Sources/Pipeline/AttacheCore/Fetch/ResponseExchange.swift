/// A request and the head of its response.
package struct ResponseExchange: Sendable, Equatable {
    /// The requested URL.
    package var url: String
    package var head: ResponseHead
    /// When the request was sent, in seconds since 1970.
    package var sent: Int
    /// When the response arrived, in seconds since 1970.
    package var received: Int
}

/// Validators of a conditional request, which the origin answers with 304 if the file has not changed.
package struct Validators: Sendable, Equatable {
    /// The URL that issued them; they are sent to no other.
    package let url: String
    /// The entity tag as received, strong or weak.
    package let entityTag: String?
    /// The `Last-Modified` date as received.
    package let lastModified: String?

    /// Header lines of the request.
    package var lines: [String] {
        [entityTag.map { "If-None-Match: \($0)" }, lastModified.map { "If-Modified-Since: \($0)" }].compactMap { $0 }
    }

    /// Whether a 304 refers to the same version: it has no tag, or ours, weakly compared (RFC 9110 §8.8.3.2).
    func isConfirmed(by head: ResponseHead) -> Bool {
        guard let own = entityTag, let named = head.values("ETag").first else { return true }
        return Self.opaque(own) == Self.opaque(named)
    }

    static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
