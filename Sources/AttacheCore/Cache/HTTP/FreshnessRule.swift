/// How long a response is fresh (RFC 9111 §4.2).
enum FreshnessRule {
    /// The part of the time since the last change for which a file is taken to stay as it is: a tenth, as RFC 9111
    /// §4.2.2 says is typical.
    static let heuristicDivisor = 10
    /// The longest that is assumed without the origin's word: a day.
    static let heuristicLimit = 86_400

    /// When a response is fresh.
    ///
    /// - Parameters:
    ///   - fields: Its header fields.
    ///   - sent: When it was asked for, in seconds since 1970.
    ///   - received: When it came, in seconds since 1970.
    ///   - usesHeuristic: Whether a lifetime is assumed where the origin names none.
    /// - Returns: The window, which begins when it came and may be empty.
    static func window(_ fields: CacheFields, sent: Int, received: Int, usesHeuristic: Bool) -> FreshnessWindow {
        let date = fields.date.flatMap { HTTPDate.parse($0, now: received) } ?? received
        let lifetime = lifetime(fields, date: date, received: received, usesHeuristic: usesHeuristic)
        // The age at its coming: what the clocks say, or what caches on the way say and the way took.
        let apparent = max(0, received - date)
        let initial = max(apparent, age(fields) + max(0, received - sent))
        return FreshnessWindow(from: received, until: received + max(0, lifetime - initial))
    }

    private static func lifetime(_ fields: CacheFields, date: Int, received: Int, usesHeuristic: Bool) -> Int {
        let control = fields.control
        if control.isNoCache { return 0 }
        if let maxAge = control.maxAge { return maxAge }
        if !fields.expires.isEmpty {
            // What is no date, "0" above all, has expired already (RFC 9111 §5.3); of several the first to come counts.
            let instants = fields.expires.map { HTTPDate.parse($0, now: received) ?? 0 }
            return max(0, (instants.min() ?? 0) - date)
        }
        guard usesHeuristic, let changed = fields.lastModified.flatMap({ HTTPDate.parse($0, now: received) }) else {
            return 0
        }
        return min(heuristicLimit, max(0, date - changed) / heuristicDivisor)
    }

    /// `Age`; what is no number says nothing (RFC 9111 §5.1).
    private static func age(_ fields: CacheFields) -> Int {
        guard let text = fields.age, !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return 0 }
        return min(Int(text) ?? CacheControl.greatestAge, CacheControl.greatestAge)
    }
}
