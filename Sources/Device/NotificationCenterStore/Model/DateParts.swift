import Glibc

/// The parts of a date of the Gregorian calendar.
struct DateParts {
    var year: Int
    /// 1 to 12.
    var month: Int
    /// From 1; an overflow counts into the next month.
    var day: Int
    /// 1 for Sunday.
    var weekday = 0
    /// Hour, minute and second.
    var time: [Int] = [0, 0, 0]
}

extension DateParts {
    /// The date of an instant in the time zone of the process, or in UTC.
    init?(secondsSinceEpoch: Int, isLocal: Bool) {
        var seconds = secondsSinceEpoch
        // Unsafe, and right: the C library fills the structure, whose pointer to a zone's name is not used.
        var parts = unsafe tm()
        guard unsafe (isLocal ? localtime_r(&seconds, &parts) : gmtime_r(&seconds, &parts)) != nil else { return nil }
        unsafe (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
        weekday = unsafe Int(parts.tm_wday) + 1
        time = unsafe [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)]
    }

    /// The instant of a time on this day in the time zone of the process, in seconds since 1970.
    func localInstant(_ hour: Int, _ minute: Int, _ second: Int) -> Int? {
        // -1 lets the C library decide whether it is summer.
        var parts = unsafe structure(hour, minute, second, isSummer: -1)
        let seconds = unsafe mktime(&parts)
        return seconds == -1 ? nil : seconds
    }

    /// The instant of a time on this day in UTC, in seconds since 1970; parts out of range count into the next larger ones.
    func instant(_ hour: Int, _ minute: Int, _ second: Int) -> Int {
        var parts = unsafe structure(hour, minute, second, isSummer: 0)
        return unsafe timegm(&parts)
    }

    /// The weekday, 0 for Sunday.
    var weekdayNumber: Int { (((instant(12, 0, 0) - 43_200) / 86_400 + 4) % 7 + 7) % 7 }

    private func structure(_ hour: Int, _ minute: Int, _ second: Int, isSummer: Int32) -> tm {
        // Unsafe, and right: the structure has no pointer on the way in.
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(clamping: year - 1900)
        unsafe parts.tm_mon = Int32(clamping: month - 1)
        unsafe parts.tm_mday = Int32(clamping: day)
        unsafe parts.tm_hour = Int32(clamping: hour)
        unsafe parts.tm_min = Int32(clamping: minute)
        unsafe parts.tm_sec = Int32(clamping: second)
        unsafe parts.tm_isdst = isSummer
        return unsafe parts
    }
}

/// A time as text in UTC.
package enum UTCTime {
    /// Returns a text such as `2026-11-21T16:17:13.042Z` for milliseconds since 1970.
    package static func text(_ milliseconds: Int) -> String {
        let fraction = (milliseconds % 1000 + 1000) % 1000
        guard let parts = DateParts(secondsSinceEpoch: (milliseconds - fraction) / 1000, isLocal: false) else {
            return "\(milliseconds)"
        }
        func padded(_ number: Int, _ width: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let date = [padded(parts.year, 4), padded(parts.month, 2), padded(parts.day, 2)].joined(separator: "-")
        let time = parts.time.map { padded($0, 2) }.joined(separator: ":")
        return "\(date)T\(time).\(padded(fraction, 3))Z"
    }

    /// Reads a text such as `2026-11-21T16:17:13Z` or `2026-11-21T17:17+01:00`, in milliseconds since 1970; `nil` for any
    /// other.
    package static func milliseconds(_ text: String) -> Int? {
        let pattern =
            /(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(?:[Zz]|([+-])(\d\d):(\d\d))/
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
        let parts = DateParts(year: number(match.1), month: number(match.2), day: number(match.3))
        let (hour, minute, second) = (number(match.4), number(match.5), number(match.6))
        guard (1...12).contains(parts.month), (1...31).contains(parts.day), hour < 24, minute < 60, second < 61 else {
            return nil
        }
        let zone = (number(match.9) * 60 + number(match.10)) * 60 * (match.8 == "-" ? -1 : 1)
        let fraction = number(match.7.map { ($0 + "00").prefix(3) })
        return (parts.instant(hour, minute, second) - zone) * 1000 + fraction
    }

    /// The present, in milliseconds since 1970.
    package static var now: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
