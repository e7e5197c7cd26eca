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

/// From when until when something may be used without asking, in seconds since 1970.
package struct FreshnessWindow: Sendable, Equatable {
    /// The first second.
    package var from: Int
    /// The second at which it is no longer fresh.
    package var until: Int

    /// Creates a window.
    ///
    /// - Parameters:
    ///   - from: The first second.
    ///   - until: The second at which it is no longer fresh; at or before `from` it never is.
    package init(from: Int, until: Int) {
        self.from = from
        self.until = until
    }

    /// Whether it may be used now.
    ///
    /// A clock that was set back proves nothing, so what comes from the future is not fresh either.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: Whether it is fresh.
    package func isFresh(at now: Int) -> Bool { from <= now && now < until }
}

/// The header fields of a response that decide how long it may be used, and how it is asked for again.
package struct CacheFields: Sendable, Equatable {
    /// Every `Cache-Control`.
    package var cacheControl: [String]
    /// Every `Expires`.
    package var expires: [String]
    /// When the origin wrote the response.
    package var date: String?
    /// How long it lay in caches on the way, in seconds.
    package var age: String?
    /// When the file was changed last.
    package var lastModified: String?
    /// Which version of the file it is.
    package var entityTag: String?
    /// What else the answer depends on.
    package var vary: [String]

    /// Fields of more bytes together are an origin's mistake, and the response is not kept.
    static let byteLimit = 4096

    /// Creates fields; all are absent at first.
    package init(
        cacheControl: [String] = [],
        expires: [String] = [],
        date: String? = nil,
        age: String? = nil,
        lastModified: String? = nil,
        entityTag: String? = nil,
        vary: [String] = []
    ) {
        self.cacheControl = cacheControl
        self.expires = expires
        self.date = date
        self.age = age
        self.lastModified = lastModified
        self.entityTag = entityTag
        self.vary = vary
    }

    /// Takes the fields out of a response's head.
    ///
    /// - Parameter head: The head.
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

    /// The fields after the origin said that nothing has changed: what it named now replaces what it named then
    /// (RFC 9111 §3.2), while `Date` and `Age` are always those of the newer answer.
    ///
    /// - Parameter newer: The fields of the 304.
    /// - Returns: The fields that hold from now on.
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

    /// What `Cache-Control` says.
    var control: CacheControl { CacheControl(cacheControl) }

    /// Whether the response may be kept and used for a later request, asked again or not.
    var isStorable: Bool { !control.isNoStore && !variesOnEverything && byteCount <= Self.byteLimit }

    /// `Vary: *` never matches a later request (RFC 9111 §4.1); any other value does, as ours are always the same.
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

/// What `Cache-Control` says to a private cache of one client (RFC 9111 §5.2.2).
///
/// `s-maxage`, `public` and `private` say nothing to such a cache, and `must-revalidate` nothing new: a stale response is
/// never used without asking.
struct CacheControl: Equatable {
    /// Nothing of the response may be kept.
    var isNoStore = false
    /// The response may be kept, and is asked for again each time.
    var isNoCache = false
    /// How long it is fresh, in seconds.
    var maxAge: Int?

    /// The greatest number of seconds there is (RFC 9111 §1.2.2).
    static let greatestAge = 1 << 31

    /// Reads the values of every `Cache-Control` field.
    ///
    /// What contradicts itself is read so that less is kept; what is not known is passed over.
    ///
    /// - Parameter values: The values in the order they came.
    init(_ values: [String]) {
        for value in values {
            for directive in Self.directives(value) {
                let sign = directive.firstIndex(of: UInt8(ascii: "="))
                let name = directive[..<(sign ?? directive.endIndex)]
                switch String(decoding: name, as: UTF8.self).lowercased() {
                case "no-store": isNoStore = true
                // With field names only those must not be used unasked; keeping less is allowed.
                case "no-cache": isNoCache = true
                case "max-age":
                    let argument = sign.map { directive[directive.index(after: $0)...] } ?? []
                    maxAge = min(maxAge ?? .max, Self.seconds(argument))
                default: break
                }
            }
        }
    }

    /// A number of seconds; what is none makes the response stale (RFC 9111 §4.2.1).
    private static func seconds(_ argument: ArraySlice<UInt8>) -> Int {
        var digits = argument
        let quote = UInt8(ascii: "\"")
        if digits.count >= 2, digits.first == quote, digits.last == quote { digits = digits.dropFirst().dropLast() }
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return 0 }
        return min(Int(String(decoding: digits, as: UTF8.self)) ?? greatestAge, greatestAge)
    }

    /// The directives between the commas, those inside of quotation marks left alone, without white space around them.
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
