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
