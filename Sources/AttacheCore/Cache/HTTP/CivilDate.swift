/// A day of the Gregorian calendar, without a time zone.
struct CivilDate: Equatable {
    let year: Int
    let month: Int
    let day: Int

    /// Takes a day.
    ///
    /// - Parameters:
    ///   - year: The year, 0 to 9999.
    ///   - month: 1 to 12.
    ///   - day: 1 to 31; one that the month does not have runs over into the next.
    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Finds the day of an instant, in UTC.
    ///
    /// The arithmetic is Howard Hinnant's: https://howardhinnant.github.io/date_algorithms.html#civil_from_days
    ///
    /// - Parameter seconds: Seconds since 1970.
    init(secondsSinceEpoch seconds: Int) {
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

    /// Midnight UTC at the day's beginning, in seconds since 1970; the inverse of the above.
    var secondsSinceEpoch: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = Self.floored(shiftedYear, by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86_400
    }

    /// How many days a month has.
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
