/// Instants as AWS writes them, in UTC.
package enum AWSTime {
    private static let secondsPerDay = 86_400
    /// Days of a period of four centuries, after which the calendar repeats.
    private static let daysPerPeriod = 146_097
    /// Days from 1 March 0000 to 1 January 1970.
    private static let epochDay = 719_468

    /// The basic form of ISO 8601, such as `20261123T021500Z`, of an instant in seconds since 1970, 0 or more.
    static func text(_ secondsSinceEpoch: Int) -> String {
        let (day, second) = secondsSinceEpoch.quotientAndRemainder(dividingBy: secondsPerDay)
        let date = date(ofDay: day)
        return digits(date.year, 4) + digits(date.month, 2) + digits(date.day, 2) + "T" + digits(second / 3600, 2)
            + digits(second / 60 % 60, 2) + digits(second % 60, 2) + "Z"
    }

    /// Reads the extended form, such as `2026-11-23T02:15:00.000Z`, to seconds since 1970; `nil` for another text.
    package static func seconds(_ text: String) -> Int? {
        let numbers = text.split { "-T:.Z".contains($0) }.prefix(6).map { Int($0) ?? -1 }
        guard text.hasSuffix("Z"), numbers.count == 6, (1970...9999).contains(numbers[0]),
            (1...12).contains(numbers[1]), (1...31).contains(numbers[2]), (0...23).contains(numbers[3]),
            (0...59).contains(numbers[4]), (0...60).contains(numbers[5])
        else { return nil }
        let day = day(numbers[0], numbers[1], numbers[2])
        return day * secondsPerDay + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    }

    /// The days from 1970 to a date. Years begin in March, so that the leap day is the last.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (period, rest) = (year / 400, year % 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return period * daysPerPeriod + rest * 365 + rest / 4 - rest / 100 + dayOfYear - epochDay
    }

    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let (period, rest) = (day + epochDay).quotientAndRemainder(dividingBy: daysPerPeriod)
        let year = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365
        let dayOfYear = rest - (365 * year + year / 4 - year / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (year + period * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
