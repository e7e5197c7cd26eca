/// Freshness lifetime of a response (RFC 9111 §4.2).
enum FreshnessRule {
    /// Divisor of the time since the last change for the heuristic lifetime: a tenth is typical (RFC 9111 §4.2.2).
    static let heuristicDivisor = 10
    /// Maximum heuristic lifetime in seconds: a day.
    static let heuristicLimit = 86_400

    /// Computes when a response is fresh.
    ///
    /// - Parameters:
    ///   - fields: Its header fields.
    ///   - sent: When the request was sent, in seconds since 1970.
    ///   - received: When the response arrived, in seconds since 1970.
    ///   - usesHeuristic: Whether to estimate a lifetime where the origin sets none.
    /// - Returns: The window, which begins at `received` and may be empty.
    static func window(_ fields: CacheFields, sent: Int, received: Int, usesHeuristic: Bool) -> FreshnessWindow {
        let date = fields.date.flatMap { HTTPDate.parse($0, now: received) } ?? received
        let lifetime = lifetime(fields, date: date, received: received, usesHeuristic: usesHeuristic)
        // The age at arrival: by the clocks, or by `Age` plus the response delay (RFC 9111 §4.2.3).
        let apparent = max(0, received - date)
        let initial = max(apparent, age(fields) + max(0, received - sent))
        return FreshnessWindow(from: received, until: received + max(0, lifetime - initial))
    }

    private static func lifetime(_ fields: CacheFields, date: Int, received: Int, usesHeuristic: Bool) -> Int {
        let control = fields.control
        if control.isNoCache { return 0 }
        if let maxAge = control.maxAge { return maxAge }
        if !fields.expires.isEmpty {
            // An invalid date, such as "0", has already expired (RFC 9111 §5.3); of several the earliest counts.
            let instants = fields.expires.map { HTTPDate.parse($0, now: received) ?? 0 }
            return max(0, (instants.min() ?? 0) - date)
        }
        guard usesHeuristic, let changed = fields.lastModified.flatMap({ HTTPDate.parse($0, now: received) }) else {
            return 0
        }
        return min(heuristicLimit, max(0, date - changed) / heuristicDivisor)
    }

    /// `Age` in seconds; an invalid number is ignored (RFC 9111 §5.1).
    private static func age(_ fields: CacheFields) -> Int {
        guard let text = fields.age, !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return 0 }
        return min(Int(text) ?? CacheControl.greatestAge, CacheControl.greatestAge)
    }
}

/// The time in which something may be used without revalidation, in seconds since 1970; empty when `until` is not after
/// `from`.
package struct FreshnessWindow: Sendable, Equatable {
    /// The first second.
    package var from: Int
    /// The end, exclusive.
    package var until: Int

    package init(from: Int, until: Int) {
        self.from = from
        self.until = until
    }

    /// Whether the window contains `now`. An entry from the future is not fresh either, since the clock may have been
    /// set back.
    package func isFresh(at now: Int) -> Bool { from <= now && now < until }
}

/// Header fields of a response that control caching and revalidation.
package struct CacheFields: Sendable, Equatable {
    /// Every `Cache-Control`.
    package var cacheControl: [String] = []
    /// Every `Expires`.
    package var expires: [String] = []
    /// When the origin created the response (`Date`).
    package var date: String?
    /// Seconds spent in caches on the way (`Age`).
    package var age: String?
    /// When the file was last changed (`Last-Modified`).
    package var lastModified: String?
    /// Version of the file (`ETag`).
    package var entityTag: String?
    /// Request header fields that select the response (`Vary`).
    package var vary: [String] = []

    /// Maximum total size in bytes; a response with larger fields is not cached.
    static let byteLimit = 4096
}

extension CacheFields {
    /// Extracts the fields from a response's head.
    package init(_ head: ResponseHead) {
        self.init(
            cacheControl: head.values("Cache-Control"),
            expires: head.values("Expires"),
            date: head.values("Date").first,
            age: head.values("Age").first,
            lastModified: head.values("Last-Modified").first,
            entityTag: head.values("ETag").first,
            vary: head.values("Vary")
        )
    }

    /// Returns the fields after a 304: fields of the newer response replace the stored ones (RFC 9111 §3.2), and `Date`
    /// and `Age` are always those of the newer response.
    package func updated(by newer: CacheFields) -> CacheFields {
        CacheFields(
            cacheControl: newer.cacheControl.isEmpty ? cacheControl : newer.cacheControl,
            expires: newer.expires.isEmpty ? expires : newer.expires,
            date: newer.date,
            age: newer.age,
            lastModified: newer.lastModified ?? lastModified,
            entityTag: newer.entityTag ?? entityTag,
            vary: newer.vary.isEmpty ? vary : newer.vary
        )
    }

    /// Parsed `Cache-Control`.
    var control: CacheControl { CacheControl(cacheControl) }

    /// Whether the response may be cached, with or without revalidation.
    var isStorable: Bool { !control.isNoStore && !variesOnEverything && byteCount <= Self.byteLimit }

    /// `Vary: *` never matches a later request (RFC 9111 §4.1); any other value does, since our requests never vary.
    private var variesOnEverything: Bool {
        vary.contains { value in
            value.split(separator: ",").contains { $0.utf8.filter { $0 != UInt8(ascii: " ") } == [UInt8(ascii: "*")] }
        }
    }

    private var byteCount: Int {
        (cacheControl + expires + vary + [date, age, lastModified, entityTag].compactMap { $0 })
            .reduce(0) { $0 + $1.utf8.count }
    }
}

/// `Cache-Control` directives for a private cache of one client (RFC 9111 §5.2.2).
///
/// `s-maxage`, `public` and `private` do not affect such a cache, and `must-revalidate` adds nothing: a stale response
/// is never used without revalidation.
struct CacheControl: Equatable {
    /// No part of the response may be stored.
    var isNoStore = false
    /// The response may be stored, but requires revalidation each time.
    var isNoCache = false
    /// Freshness lifetime in seconds.
    var maxAge: Int?

    /// Maximum number of seconds (RFC 9111 §1.2.2).
    static let greatestAge = 1 << 31

    /// Parses the values of every `Cache-Control` field in the order received; contradictions are resolved towards
    /// caching less, unknown directives are ignored.
    init(_ values: [String]) {
        for value in values {
            for directive in Self.directives(value) {
                let sign = directive.firstIndex(of: UInt8(ascii: "="))
                let name = directive[..<(sign ?? directive.endIndex)]
                switch String(decoding: name, as: UTF8.self).lowercased() {
                case "no-store": isNoStore = true
                // With field names, only those need revalidation; treating it as unqualified is allowed.
                case "no-cache": isNoCache = true
                case "max-age":
                    let argument = sign.map { directive[directive.index(after: $0)...] } ?? []
                    maxAge = min(maxAge ?? .max, Self.seconds(argument))
                default: break
                }
            }
        }
    }

    /// Parses a number of seconds; an invalid one makes the response stale (RFC 9111 §4.2.1).
    private static func seconds(_ argument: ArraySlice<UInt8>) -> Int {
        var digits = argument
        let quote = UInt8(ascii: "\"")
        if digits.count >= 2, digits.first == quote, digits.last == quote { digits = digits.dropFirst().dropLast() }
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return 0 }
        return min(Int(String(decoding: digits, as: UTF8.self)) ?? greatestAge, greatestAge)
    }

    /// Splits at commas outside of quoted strings and trims white space.
    private static func directives(_ value: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(value.utf8)
        var directives: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case UInt8(ascii: ",") where !isQuoted:
                directives.append(trimmed(bytes[start..<index]))
                start = index + 1
            default: break
            }
            index += 1
        }
        directives.append(trimmed(bytes[start...]))
        return directives
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        guard let first = bytes.firstIndex(where: { !blanks.contains($0) }),
            let last = bytes.lastIndex(where: { !blanks.contains($0) })
        else { return [] }
        return bytes[first...last]
    }
}
