/// HTTP dates, which have one form to write and three to read (RFC 9110 §5.6.7).
package enum HTTPDate {
    /// Writes a date.
    ///
    /// - Parameter seconds: Seconds since 1970, in the years 0 to 9999.
    /// - Returns: The text, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(_ seconds: Int) -> String {
        let date = CivilDate(secondsSinceEpoch: seconds)
        let time = seconds - date.secondsSinceEpoch
        // The first day of 1970 was a Thursday.
        let day = shortDays[((date.secondsSinceEpoch / 86_400 + 4) % 7 + 7) % 7]
        func digits(_ number: Int, _ count: Int = 2) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let clock = [time / 3600, time / 60 % 60, time % 60].map { digits($0) }.joined(separator: ":")
        return "\(day), \(digits(date.day)) \(months[date.month - 1]) \(digits(date.year, 4)) \(clock) GMT"
    }

    /// Parses a date.
    ///
    /// - Parameters:
    ///   - text: The field's value, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///   - now: Seconds since 1970, the reference for two-digit years.
    /// - Returns: Seconds since 1970, or `nil` when the text has none of the three forms.
    package static func parse(_ text: String, now: Int) -> Int? {
        if let instant = preferred(text) { return instant }
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        switch words.count {
        // Sun, 06 Nov 1994 08:49:37 GMT
        case 6 where words[0].hasSuffix(",") && shortDays.contains(String(words[0].dropLast())):
            guard words[5] == "GMT", words[1].utf8.count == 2, words[3].utf8.count == 4 else { return nil }
            return instant(year: number(words[3].utf8), month: words[2], day: number(words[1].utf8), time: words[4])
        // Sunday, 06-Nov-94 08:49:37 GMT
        case 4 where words[0].hasSuffix(",") && longDays.contains(String(words[0].dropLast())):
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard words[3] == "GMT", parts.count == 3, parts[0].utf8.count == 2, parts[2].utf8.count == 2,
                let shortYear = number(parts[2].utf8)
            else { return nil }
            return recent(shortYear, now: now) {
                instant(year: $0, month: parts[1], day: number(parts[0].utf8), time: words[2])
            }
        // Sun Nov  6 08:49:37 1994
        case 5 where shortDays.contains(String(words[0])):
            guard words[4].utf8.count == 4, words[2].utf8.count <= 2 else { return nil }
            return instant(year: number(words[4].utf8), month: words[1], day: number(words[2].utf8), time: words[3])
        default:
            return nil
        }
    }

    /// Parses the form that nearly every server sends, whose parts have fixed places, in a fraction of the time.
    private static func preferred(_ text: String) -> Int? {
        guard text.utf8.count == 29 else { return nil }
        func part(_ start: Int, _ end: Int) -> Substring {
            text[text.utf8.index(text.startIndex, offsetBy: start)..<text.utf8.index(text.startIndex, offsetBy: end)]
        }
        guard part(3, 5) == ", ", part(7, 8) == " ", part(11, 12) == " ", part(16, 17) == " ", part(25, 29) == " GMT",
            shortDays.contains(String(part(0, 3)))
        else { return nil }
        let (day, year) = (number(part(5, 7).utf8), number(part(12, 16).utf8))
        return instant(year: year, month: part(8, 11), day: day, time: part(17, 25))
    }

    private static let shortDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longDays: Set = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Resolves a two-digit year: a date more than 50 years ahead becomes the most recent one with the same two digits
    /// (RFC 9110 §5.6.7).
    private static func recent(_ shortYear: Int, now: Int, _ instant: (Int) -> Int?) -> Int? {
        let today = CivilDate(secondsSinceEpoch: now)
        let year = today.year + 50 - (today.year + 50 - shortYear) % 100
        guard let candidate = instant(year) else { return instant(year - 100) }
        let limit = CivilDate(year: today.year + 50, month: today.month, day: today.day).secondsSinceEpoch
        let timeOfDay = now - CivilDate(year: today.year, month: today.month, day: today.day).secondsSinceEpoch
        return candidate > limit + timeOfDay ? instant(year - 100) : candidate
    }

    private static func instant(year: Int?, month: Substring, day: Int?, time: Substring) -> Int? {
        guard let year, let day, let index = months.firstIndex(of: String(month)), let seconds = seconds(time),
            day >= 1, day <= CivilDate.dayCount(ofMonth: index + 1, in: year)
        else { return nil }
        return CivilDate(year: year, month: index + 1, day: day).secondsSinceEpoch + seconds
    }

    /// Parses `hh:mm:ss`; the second 60 is a leap second.
    private static func seconds(_ text: Substring) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 8, bytes[2] == UInt8(ascii: ":"), bytes[5] == UInt8(ascii: ":"),
            let hour = number(bytes[..<2]), let minute = number(bytes[3..<5]), let second = number(bytes[6...]),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Parses one to four digits; the caller checks their number.
    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        digits.allSatisfy(\.isASCIIDigit) ? digits.reduce(0) { $0 * 10 + Int($1 & 15) } : nil
    }
}

/// A day of the Gregorian calendar in the years 0 to 9999, without a time zone.
package struct CivilDate: Equatable {
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31; an overflow counts into the next month.
    package let day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}

extension CivilDate {
    /// Computes the UTC day of an instant.
    ///
    /// The arithmetic is Howard Hinnant's: https://howardhinnant.github.io/date_algorithms.html#civil_from_days
    ///
    /// - Parameter seconds: Seconds since 1970.
    package init(secondsSinceEpoch seconds: Int) {
        let days = Self.floored(seconds, by: 86_400) + 719_468
        let era = Self.floored(days, by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Midnight UTC at the beginning of the day, in seconds since 1970.
    package var secondsSinceEpoch: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = Self.floored(shiftedYear, by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86_400
    }

    static func dayCount(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func floored(_ value: Int, by divisor: Int) -> Int {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }
}
