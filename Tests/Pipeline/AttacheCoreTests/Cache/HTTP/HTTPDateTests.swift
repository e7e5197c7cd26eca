import TestWidth
import Testing

@testable import AttacheCore

@Suite("HTTP dates", .inProcess, .timeLimit(.minutes(1)))
struct HTTPDateTests {
    /// 21 November 2026, noon.
    private static let now = 1_795_262_400

    /// The examples of RFC 9110 §5.6.7, and the edges of the calendar; seconds by `date -u +%s`.
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
        ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Sun Nov 06 08:49:37 1994", 784_111_777),
    ])
    func forms(_ text: String, seconds: Int) {
        #expect(HTTPDate.parse(text, now: Self.now) == seconds)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
        ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ])
    func text(_ text: String, seconds: Int) {
        #expect(HTTPDate.text(seconds) == text)
    }

    @Test(arguments: [
        "", "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Thu, 29 Feb 2023 00:00:00 GMT", "Wed, 29 Feb 1900 00:00:00 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 6-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 94",
        "Sun, 06 Nov 1994 08:49:37 GMT extra", "1994-11-06T08:49:37Z", "Sun, 06-Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08-49-37 GMT", "Sun, 06 Nov 1994 08:49:+7 GMT", "Sun, 06 Nov +994 08:49:37 GMT",
        "Sun; 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:\u{661} GMT",
        "Su\u{E9} 06 Nov 1994 08:49:37 GMT",
    ])
    func others(_ text: String) {
        #expect(HTTPDate.parse(text, now: Self.now) == nil)
    }

    @Test(
        "A two-digit year is at most 50 years in the future",
        arguments: [
            ("Saturday, 21-Nov-76 12:00:00 GMT", 3_373_185_600), ("Sunday, 21-Nov-76 12:00:01 GMT", 217_425_601),
            ("Saturday, 21-Nov-26 12:00:00 GMT", 1_795_262_400), ("Monday, 21-Nov-77 12:00:00 GMT", 248_961_600),
            ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800), ("Thursday, 29-Feb-76 00:00:00 GMT", 3_350_160_000),
        ]
    )
    func shortYears(_ text: String, seconds: Int) {
        #expect(HTTPDate.parse(text, now: Self.now) == seconds)
    }

    @Test(
        "Days and seconds are inverse conversions",
        arguments: [-400, -1, 0, 1, 59, 60, 365, 11_016, 20_778, 2_932_896]
    )
    func calendar(day: Int) {
        for offset in 0..<400 {
            let seconds = (day + offset) * 86_400
            #expect(CivilDate(secondsSinceEpoch: seconds + 86_399).secondsSinceEpoch == seconds)
        }
    }
}
