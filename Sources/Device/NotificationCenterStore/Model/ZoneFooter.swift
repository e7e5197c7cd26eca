/// The rule of a time zone for the years to come, in the form of the variable `TZ` of POSIX, such as
/// `EST5EDT,M3.2.0,M11.1.0`.
struct ZoneFooter {
    /// A change of the clocks in each year.
    private enum Day {
        /// The weekday, 0 for Sunday, in a week, 5 for the last one, of a month.
        case weekday(Int, week: Int, month: Int)
        /// The day from 1 to 365, of a year without 29 February.
        case numbered(Int)
        /// The day from 0 to 365.
        case counted(Int)
    }

    /// The distance from UTC in seconds.
    private let standard: Int
    /// The distance in summer, and its two changes with their local times in seconds.
    private var summer: (offset: Int, start: (Day, Int), end: (Day, Int))?

    /// Reads a rule; `nil` when it is not one.
    init?(_ text: String) {
        var parser = Parser(rest: text[...])
        guard parser.name(), let distance = parser.time(limit: 24) else { return nil }
        standard = -distance
        guard !parser.rest.isEmpty else { return }
        guard parser.name() else { return nil }
        let offset = parser.rest.hasPrefix(",") ? standard + 3600 : parser.time(limit: 24).map { -$0 }
        guard let offset, let start = parser.change(), let end = parser.change(), parser.rest.isEmpty else {
            return nil
        }
        summer = (offset, start, end)
    }

    /// Returns the distance from UTC at an instant, both in seconds.
    func offset(at time: Int) -> Int {
        guard let summer else { return standard }
        guard let year = DateParts(secondsSinceEpoch: time + standard, isLocal: false)?.year else { return standard }
        let start = Self.instant(summer.start, year) - standard
        let end = Self.instant(summer.end, year) - summer.offset
        let isSummer = start < end ? (start..<end).contains(time) : !(end..<start).contains(time)
        return isSummer ? summer.offset : standard
    }

    /// The local time of a change in a year, in seconds since 1970 of a clock without a zone.
    private static func instant(_ change: (day: Day, time: Int), _ year: Int) -> Int {
        let date: DateParts
        switch change.day {
        case .counted(let number): date = DateParts(year: year, month: 1, day: number + 1)
        // 29 February has no number.
        case .numbered(let number):
            date = DateParts(year: year, month: number < 60 ? 1 : 3, day: number < 60 ? number : number - 59)
        case .weekday(let weekday, let week, let month):
            // A month has the last such weekday 4 or 5 weeks after its beginning; the day 0 is the last of the month before.
            let start = DateParts(year: year, month: week == 5 ? month + 1 : month, day: 1)
            let ahead = (weekday - start.weekdayNumber + 7) % 7
            date = DateParts(year: year, month: start.month, day: week == 5 ? ahead - 6 : 1 + ahead + (week - 1) * 7)
        }
        return date.instant(change.time / 3600, change.time / 60 % 60, change.time % 60)
    }

    private struct Parser {
        var rest: Substring

        /// A name of letters, or of any characters between `<` and `>`.
        mutating func name() -> Bool {
            if rest.hasPrefix("<") {
                guard let end = rest.firstIndex(of: ">") else { return false }
                rest = rest[rest.index(after: end)...]
                return true
            }
            let letters = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(letters.count)
            return letters.count >= 3
        }

        /// Hours with minutes and seconds and perhaps a sign, in seconds.
        mutating func time(limit: Int) -> Int? {
            let isNegative = rest.first == "-"
            if isNegative || rest.first == "+" { rest = rest.dropFirst() }
            guard let hours = number(), hours <= limit else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] where rest.first == ":" {
                rest = rest.dropFirst()
                guard let part = number(), part < 60 else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        /// A comma, a day, and perhaps a time of the day, which is otherwise 2 o'clock.
        mutating func change() -> (Day, Int)? {
            guard take(",") else { return nil }
            let day: Day
            if take("M") {
                guard let month = number(), (1...12).contains(month), take("."), let week = number(),
                    (1...5).contains(week), take("."), let weekday = number(), weekday <= 6
                else { return nil }
                day = .weekday(weekday, week: week, month: month)
            } else if take("J") {
                guard let number = self.number(), (1...365).contains(number) else { return nil }
                day = .numbered(number)
            } else {
                guard let number = self.number(), number <= 365 else { return nil }
                day = .counted(number)
            }
            guard take("/") else { return (day, 2 * 3600) }
            return time(limit: 167).map { (day, $0) }
        }

        private mutating func take(_ character: Character) -> Bool {
            guard rest.first == character else { return false }
            rest = rest.dropFirst()
            return true
        }

        private mutating func number() -> Int? {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, digits.count <= 3 else { return nil }
            rest = rest.dropFirst(digits.count)
            return Int(digits)
        }
    }
}
