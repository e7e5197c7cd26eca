/// The responses of one download, redirects first, from a cache's point of view.
struct ResponseChain {
    private let exchanges: [ResponseExchange]

    init(_ exchanges: [ResponseExchange]) {
        self.exchanges = exchanges
    }

    /// Whether an origin forbids caching its answer, be it a file or a failure.
    var forbidsStoring: Bool { exchanges.contains { CacheFields($0.head).control.isNoStore } }

    /// Returns the cacheable part of the file's response, or `nil` when nothing may be cached; `stale` is the cached
    /// response that a 304 confirms. It is fresh while every response of the chain is fresh, and a redirect only by
    /// explicit freshness: one without it may change at any time.
    func kept(stale: CachedResponse? = nil) -> CachedResponse? {
        guard let last = exchanges.last else { return nil }
        var fields = CacheFields(last.head)
        if last.head.status == 304 {
            guard let stale else { return nil }
            fields = stale.fields.updated(by: fields)
        } else if last.head.status != 200 && last.head.status != 203 {
            // 206 would need its range tracked, and the other statuses do not deliver media.
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
    /// Maximum length in bytes of an entity tag that is sent.
    static let entityTagLimit = 512

    /// Takes the valid validators of a response, or returns `nil` without any. They come from an origin and are checked
    /// because they become request header lines.
    package init?(_ fields: CacheFields, url: String) {
        let entityTag = fields.entityTag.flatMap { Self.isEntityTag($0) ? $0 : nil }
        // A valid date consists only of letters, digits, spaces, commas, colons and hyphens.
        let lastModified = fields.lastModified.flatMap { HTTPDate.parse($0, now: 0) == nil ? nil : $0 }
        guard entityTag != nil || lastModified != nil else { return nil }
        self.init(url: url, entityTag: entityTag, lastModified: lastModified)
    }

    /// Accepts `[ W/ ] DQUOTE *etagc DQUOTE` (RFC 9110 §8.8.3), ASCII only.
    private static func isEntityTag(_ text: String) -> Bool {
        let quote = UInt8(ascii: "\"")
        let tag = opaque(text).utf8
        guard text.utf8.count <= entityTagLimit, tag.count >= 2, tag.first == quote, tag.last == quote else {
            return false
        }
        return tag.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != quote }
    }
}
