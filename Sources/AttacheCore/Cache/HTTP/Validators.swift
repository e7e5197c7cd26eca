/// What a response is asked for again with: "only if it is no longer this one".
package struct Validators: Sendable, Equatable {
    /// The URL that answered; no other host is told.
    package let url: String
    /// The entity tag as it came, strong or weak.
    package let entityTag: String?
    /// The date of the last change as it came.
    package let lastModified: String?

    /// A longer entity tag is not sent back.
    static let entityTagLimit = 512

    /// Takes what is fit to be sent out of a response's fields, or gives `nil` when there is nothing to ask with: an
    /// origin wrote it, and it goes into a request.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - url: The URL that answered.
    package init?(_ fields: CacheFields, url: String) {
        entityTag = fields.entityTag.flatMap { Self.isEntityTag($0) ? $0 : nil }
        // A date that reads as one has nothing but letters, digits, spaces and its three marks.
        lastModified = fields.lastModified.flatMap { HTTPDate.parse($0, now: 0) == nil ? nil : $0 }
        guard entityTag != nil || lastModified != nil else { return nil }
        self.url = url
    }

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

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }

    /// `[ W/ ] DQUOTE *etagc DQUOTE` (RFC 9110 §8.8.3), ASCII only.
    private static func isEntityTag(_ text: String) -> Bool {
        let quote = UInt8(ascii: "\"")
        let tag = opaque(text).utf8
        guard text.utf8.count <= entityTagLimit, tag.count >= 2, tag.first == quote, tag.last == quote else {
            return false
        }
        return tag.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != quote }
    }
}
