/// The Gregorian calendar, in the time zone of the process or in one of the system's database; it skips months without the
/// wanted day.
package struct SystemCalendar: TriggerCalendar {
    /// The parts that it knows, from large to small; all small parts but the given ones count as their first value.
    private static let known: Set = ["year", "month", "day", "weekday", "hour", "minute", "second"]
    /// The longest time between two equal days of the calendar is that between 29 February of 1896 and 1904.
    private static let dayLimit = 8 * 366

    package init() {}

    package func next(_ parts: CalendarParts, after time: Int) -> Int? {
        guard [nil, "gregorian", "iso8601"].contains(parts.calendar), !parts.values.isEmpty,
            Self.known.isSuperset(of: parts.values.keys)
        else { return nil }
        let zoneName = parts.timeZone ?? parts.calendarTimeZone
        let zone = zoneName.flatMap(ZoneRules.init(identifier:))
        guard zoneName == nil || zone != nil else { return nil }
        let now = time >= 0 ? time / 1000 : (time - 999) / 1000
        let local = now + (zone?.offset(at: now) ?? 0)
        guard let today = DateParts(secondsSinceEpoch: local, isLocal: zone == nil) else { return nil }
        var (year, month, day) = (today.year, today.month, today.day)
        if let wanted = parts.values["year"], wanted > year {
            guard wanted < 10_000 else { return nil }
            (year, month, day) = (wanted, 1, 1)
        }
        for offset in 0..<Self.dayLimit {
            let noon = DateParts(year: year, month: month, day: day + offset).instant(12, 0, 0)
            guard let date = DateParts(secondsSinceEpoch: noon, isLocal: false) else { return nil }
            guard Self.matches(date, parts.values) else { continue }
            for (hour, minute, second) in Self.times(parts.values) {
                let seconds =
                    if let zone { zone.instant(ofLocal: date.instant(hour, minute, second)) } else {
                        date.localInstant(hour, minute, second)
                    }
                guard let seconds else { return nil }
                if seconds > now { return seconds * 1000 }
            }
        }
        return nil
    }

    private static func matches(_ date: DateParts, _ values: [String: Int]) -> Bool {
        var values = values
        if values["weekday"] == nil {
            if values["year"] != nil, values["month"] == nil { values["month"] = 1 }
            if values["month"] != nil, values["day"] == nil { values["day"] = 1 }
        }
        return [("year", date.year), ("month", date.month), ("day", date.day), ("weekday", date.weekday)]
            .allSatisfy { name, value in values[name].map { $0 == value } ?? true }
    }

    /// The times of a day that match, in order.
    private static func times(_ values: [String: Int]) -> [(Int, Int, Int)] {
        let hasDay = ["year", "month", "day", "weekday"].contains { values[$0] != nil }
        func choices(_ name: String, _ count: Int, isFree: Bool) -> [Int] {
            if let value = values[name] { return (0..<count).contains(value) ? [value] : [] }
            return isFree ? Array(0..<count) : [0]
        }
        let hours = choices("hour", 24, isFree: !hasDay)
        let minutes = choices("minute", 60, isFree: !hasDay && values["hour"] == nil)
        let seconds = choices("second", 60, isFree: false)
        return hours.flatMap { hour in minutes.flatMap { minute in seconds.map { (hour, minute, $0) } } }
    }
}
