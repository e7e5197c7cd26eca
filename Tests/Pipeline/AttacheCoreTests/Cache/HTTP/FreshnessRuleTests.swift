import TestWidth
import Testing

@testable import AttacheCore

@Suite("Freshness", .inProcess, .timeLimit(.minutes(1)))
struct FreshnessRuleTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private static let received = 784_111_777

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let fields: CacheFields
        /// The number of seconds for which it is fresh.
        let lifetime: Int
        var delay = 0
        var testDescription: String { name }
    }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    private static let rows = [
        Row(name: "no fields", fields: CacheFields(date: date), lifetime: 0),
        Row(name: "max-age", fields: CacheFields(cacheControl: ["max-age=60"], date: date), lifetime: 60),
        Row(name: "max-age without a date", fields: CacheFields(cacheControl: ["max-age=60"]), lifetime: 60),
        Row(name: "no-cache beats max-age", fields: CacheFields(cacheControl: ["no-cache, max-age=60"]), lifetime: 0),
        Row(name: "Age counts", fields: CacheFields(cacheControl: ["max-age=60"], date: date, age: "20"), lifetime: 40),
        Row(name: "Age beyond max-age", fields: CacheFields(cacheControl: ["max-age=60"], age: "61"), lifetime: 0),
        Row(name: "invalid Age", fields: CacheFields(cacheControl: ["max-age=60"], age: "x"), lifetime: 60),
        Row(
            name: "an enormous Age",
            fields: CacheFields(cacheControl: ["max-age=60"], age: "999999999999999999999"),
            lifetime: 0
        ),
        Row(
            name: "a Date 15 s ago",
            fields: CacheFields(cacheControl: ["max-age=60"], date: "Sun, 06 Nov 1994 08:49:22 GMT"),
            lifetime: 45
        ),
        Row(
            name: "Date and Age: the greater counts",
            fields: CacheFields(cacheControl: ["max-age=60"], date: "Sun, 06 Nov 1994 08:49:22 GMT", age: "10"),
            lifetime: 45
        ),
        Row(
            name: "a Date in the future",
            fields: CacheFields(cacheControl: ["max-age=60"], date: "Sun, 06 Nov 1994 09:49:37 GMT"),
            lifetime: 60
        ),
        Row(name: "7 s in transit", fields: CacheFields(cacheControl: ["max-age=60"]), lifetime: 53, delay: 7),
        Row(
            name: "Expires",
            fields: CacheFields(expires: ["Sun, 06 Nov 1994 08:51:37 GMT"], date: date),
            lifetime: 120
        ),
        Row(
            name: "max-age beats Expires",
            fields: CacheFields(cacheControl: ["max-age=5"], expires: ["Sun, 06 Nov 1994 08:51:37 GMT"], date: date),
            lifetime: 5
        ),
        Row(name: "Expires: 0", fields: CacheFields(expires: ["0"], date: date), lifetime: 0),
        Row(
            name: "Expires: 0 counts as expired",
            fields: CacheFields(expires: ["0"], date: date, lastModified: "Sat, 05 Nov 1994 08:49:37 GMT"),
            lifetime: 0
        ),
        Row(
            name: "two Expires: the earlier one",
            fields: CacheFields(
                expires: ["Sun, 06 Nov 1994 08:51:37 GMT", "Sun, 06 Nov 1994 08:50:37 GMT"],
                date: date
            ),
            lifetime: 60
        ),
        Row(
            name: "a tenth of the time since the change",
            fields: CacheFields(date: date, lastModified: "Sun, 06 Nov 1994 08:32:57 GMT"),
            lifetime: 100
        ),
        Row(
            name: "ten days unchanged: a day",
            fields: CacheFields(date: date, lastModified: "Thu, 27 Oct 1994 08:49:37 GMT"),
            lifetime: 86_400
        ),
        Row(
            name: "ten days less ten seconds unchanged",
            fields: CacheFields(date: date, lastModified: "Thu, 27 Oct 1994 08:49:47 GMT"),
            lifetime: 86_399
        ),
        Row(
            name: "years unchanged: still a day",
            fields: CacheFields(date: date, lastModified: "Thu, 27 Oct 1988 08:49:37 GMT"),
            lifetime: 86_400
        ),
        Row(
            name: "changed in the future",
            fields: CacheFields(date: date, lastModified: "Sun, 06 Nov 1994 09:49:37 GMT"),
            lifetime: 0
        ),
    ]

    @Test("A response is fresh until its last second, and not longer", arguments: rows)
    func lifetime(_ row: Row) {
        let window = FreshnessRule.window(
            row.fields,
            sent: Self.received - row.delay,
            received: Self.received,
            usesHeuristic: true
        )
        #expect(window.until - window.from == row.lifetime)
        #expect(window.isFresh(at: Self.received + row.lifetime - 1) == (row.lifetime > 0))
        #expect(!window.isFresh(at: Self.received + row.lifetime))
    }

    @Test("The heuristic applies only when enabled")
    func usesHeuristic() {
        let fields = CacheFields(date: Self.date, lastModified: "Sun, 06 Nov 1994 08:32:57 GMT")
        let window = FreshnessRule.window(fields, sent: Self.received, received: Self.received, usesHeuristic: false)
        #expect(window.until == window.from)
    }

    @Test("A clock that was set back makes everything stale", arguments: [(0, true), (-1, false)])
    func setBack(offset: Int, isFresh: Bool) {
        let window = FreshnessWindow(from: 1000, until: 2000)
        #expect(window.isFresh(at: 1000 + offset) == isFresh)
    }
}
