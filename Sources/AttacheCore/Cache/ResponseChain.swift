/// The responses of one download, redirects first, as a cache sees them.
struct ResponseChain {
    private let exchanges: [ResponseExchange]

    init(_ exchanges: [ResponseExchange]) {
        self.exchanges = exchanges
    }

    /// Whether an origin forbids to keep anything of its answer, be it a file or the reason why there is none.
    var forbidsStoring: Bool { exchanges.contains { CacheFields($0.head).control.isNoStore } }

    /// What may be kept of a file at the chain's end, and for how long.
    ///
    /// It is fresh as long as every response of the chain is, and for a redirect only the origin's own word counts: a
    /// redirect that says nothing leads elsewhere tomorrow.
    ///
    /// - Parameter stale: What was kept of the file so far, when the last response says that nothing has changed.
    /// - Returns: `nil` when nothing may be kept.
    func kept(stale: CachedResponse? = nil) -> CachedResponse? {
        guard let last = exchanges.last else { return nil }
        var fields = CacheFields(last.head)
        if last.head.status == 304 {
            guard let stale else { return nil }
            fields = stale.fields.updated(by: fields)
        } else if last.head.status != 200 && last.head.status != 203 {
            // Of the others, 206 would need its range looked after, and nobody serves media with the rest.
            return nil
        }
        let redirects = exchanges.dropLast()
        guard fields.isStorable, redirects.allSatisfy({ CacheFields($0.head).isStorable }) else { return nil }
        var window = FreshnessRule.window(fields, sent: last.sent, received: last.received, usesHeuristic: true)
        for redirect in redirects {
            let until = FreshnessRule.window(
                CacheFields(redirect.head),
                sent: redirect.sent,
                received: redirect.received,
                usesHeuristic: false
            ).until
            window.until = min(window.until, until)
        }
        return CachedResponse(url: last.url, fields: fields, window: window)
    }
}

extension Validators {
    /// A longer entity tag is not sent back.
    static let entityTagLimit = 512

    /// Takes what is fit to be sent out of a response's fields, or gives `nil` when there is nothing to ask with: an
    /// origin wrote it, and it goes into a request.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - url: The URL that answered.
    package init?(_ fields: CacheFields, url: String) {
        let entityTag = fields.entityTag.flatMap { Self.isEntityTag($0) ? $0 : nil }
        // A date that reads as one has nothing but letters, digits, spaces and its three marks.
        let lastModified = fields.lastModified.flatMap { HTTPDate.parse($0, now: 0) == nil ? nil : $0 }
        guard entityTag != nil || lastModified != nil else { return nil }
        self.init(url: url, entityTag: entityTag, lastModified: lastModified)
    }

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
