/// Reads the dates of HTTP, which have three forms (RFC 9110 §5.6.7).
package enum HTTPDate {
    /// Reads a date.
    ///
    /// - Parameters:
    ///   - text: The field's value, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///   - now: Seconds since 1970, by which years of two digits are understood.
    /// - Returns: Seconds since 1970, or `nil` when it is none of the three forms.
    package static func parse(_ text: String, now: Int) -> Int? {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        switch words.count {
        // Sun, 06 Nov 1994 08:49:37 GMT
        case 6 where words[0].hasSuffix(",") && shortDays.contains(String(words[0].dropLast())):
            guard words[5] == "GMT", words[1].utf8.count == 2, words[3].utf8.count == 4 else { return nil }
            return instant(year: number(words[3]), month: words[2], day: number(words[1]), time: words[4])
        // Sunday, 06-Nov-94 08:49:37 GMT
        case 4 where words[0].hasSuffix(",") && longDays.contains(String(words[0].dropLast())):
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard words[3] == "GMT", parts.count == 3, parts[0].utf8.count == 2, parts[2].utf8.count == 2,
                let shortYear = number(parts[2])
            else { return nil }
            return recent(shortYear, now: now) {
                instant(year: $0, month: parts[1], day: number(parts[0]), time: words[2])
            }
        // Sun Nov  6 08:49:37 1994
        case 5 where shortDays.contains(String(words[0])):
            guard words[4].utf8.count == 4, words[2].utf8.count <= 2 else { return nil }
            return instant(year: number(words[4]), month: words[1], day: number(words[2]), time: words[3])
        default:
            return nil
        }
    }

    private static let shortDays: Set = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longDays: Set = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A date more than 50 years ahead is the most recent one with the same two digits (RFC 9110 §5.6.7).
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

    /// `hh:mm:ss`; the second 60 is a leap second.
    private static func seconds(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = number(parts[0]),
            let minute = number(parts[1]), let second = number(parts[2]), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Digits only: `Int` would take a sign as well.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
    }
}
