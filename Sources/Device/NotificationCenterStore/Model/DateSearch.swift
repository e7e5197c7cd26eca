package import Foundation

/// The search for dates whose parts match, with the calendars and time zones of Foundation.
package enum DateSearch {
    /// Returns the first date after another that components match, in their time zone, that of their calendar, or that of
    /// the process; `nil` when none does.
    ///
    /// A day that a month does not have is skipped, and for a time that the clocks skip the next one is taken.
    package static func next(_ components: DateComponents, after date: Date) -> Date? {
        var calendar = components.calendar ?? Calendar.current
        if let timeZone = components.timeZone { calendar.timeZone = timeZone }
        if calendar.identifier == .iso8601 { calendar = gregorian(withWeeksOf: calendar) }
        var parts = components
        (parts.calendar, parts.timeZone) = (nil, nil)
        var day = parts
        (day.hour, day.minute, day.second, day.nanosecond) = (nil, nil, nil, nil)
        let dates = [Calendar.MatchingPolicy.strict, .nextTime]
            .compactMap { calendar.nextDate(after: date, matching: parts, matchingPolicy: $0) }
        return dates.filter { calendar.date($0, matchesComponents: day) }.min()
    }

    /// The same calendar by another name: in that of ISO 8601, Foundation overlooks months with 31 days.
    private static func gregorian(withWeeksOf calendar: Calendar) -> Calendar {
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        gregorian.firstWeekday = calendar.firstWeekday
        gregorian.minimumDaysInFirstWeek = calendar.minimumDaysInFirstWeek
        return gregorian
    }

    /// Returns the same in milliseconds since 1970.
    static func next(_ components: DateComponents, after milliseconds: Int) -> Int? {
        let next = next(components, after: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        // A distant date may be beyond every number of milliseconds.
        return next.flatMap { Int(exactly: ($0.timeIntervalSince1970 * 1000).rounded()) }
    }
}
