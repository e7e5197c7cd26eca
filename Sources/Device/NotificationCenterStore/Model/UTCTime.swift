import Foundation

/// A time as text in UTC.
package enum UTCTime {
    /// Returns a text such as `2026-11-21T16:17:13.042Z` for milliseconds since 1970.
    package static func text(_ milliseconds: Int) -> String {
        // The format cuts off what is below a millisecond, and half of one keeps it from cutting off one.
        Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000)
            .ISO8601Format(.init(includingFractionalSeconds: true))
    }

    /// Reads a text such as `2026-11-21T16:17:13Z` or `2026-11-21T17:17+01:00`, in milliseconds since 1970; `nil` for any
    /// other.
    package static func milliseconds(_ text: String) -> Int? {
        let pattern =
            /(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(?:[Zz]|([+-])(\d\d):(\d\d))/
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
        let (month, day) = (number(match.2), number(match.3))
        let (hour, minute, second) = (number(match.4), number(match.5), number(match.6))
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61 else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        // Parts beyond their range, such as 31 April, count into the next larger ones.
        let parts = DateComponents(
            year: number(match.1),
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        )
        let zone = (number(match.9) * 60 + number(match.10)) * 60 * (match.8 == "-" ? -1 : 1)
        guard let date = calendar.date(from: parts) else { return nil }
        return (Int(date.timeIntervalSince1970) - zone) * 1000 + number(match.7.map { ($0 + "00").prefix(3) })
    }

    /// The present, in milliseconds since 1970.
    package static var now: Int { Int(Date().timeIntervalSince1970 * 1000) }
}
