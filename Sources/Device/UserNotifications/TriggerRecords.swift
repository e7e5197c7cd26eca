import Foundation
import NotificationCenterStore

extension UNNotificationTrigger {
    /// The trigger of a record.
    static func trigger(_ record: CenterTrigger) -> UNNotificationTrigger {
        switch record {
        case .push: UNPushNotificationTrigger()
        case .interval(let seconds, let repeats):
            // A file may have been changed by hand, and the initializer has limits.
            UNTimeIntervalNotificationTrigger(timeInterval: max(repeats ? 60 : 0.001, seconds), repeats: repeats)
        case .calendar(let parts, let repeats):
            UNCalendarNotificationTrigger(dateMatching: FoundationCalendar.components(parts), repeats: repeats)
        case .other(let record, let repeats):
            LocationRecord.trigger(record) ?? UNNotificationTrigger(repeats: repeats)
        }
    }

    var record: CenterTrigger {
        switch self {
        case is UNPushNotificationTrigger: .push
        case let trigger as UNTimeIntervalNotificationTrigger:
            .interval(seconds: trigger.timeInterval, repeats: repeats)
        case let trigger as UNCalendarNotificationTrigger:
            .calendar(FoundationCalendar.parts(trigger.dateComponents), repeats: repeats)
        case let trigger as UNLocationNotificationTrigger:
            .other(record: LocationRecord.json(trigger), repeats: repeats)
        default: .other(record: Array("{}".utf8), repeats: repeats)
        }
    }
}

/// A location trigger as JSON: its archive in Base64.
private enum LocationRecord {
    private struct Archive: Codable {
        let location: Data
    }

    static func json(_ trigger: UNLocationNotificationTrigger) -> [UInt8] {
        let archive = try? NSKeyedArchiver.archivedData(withRootObject: trigger, requiringSecureCoding: true)
        let json = archive.flatMap { try? JSONEncoder().encode(Archive(location: $0)) }
        return json.map(Array.init) ?? Array("{}".utf8)
    }

    static func trigger(_ json: [UInt8]) -> UNLocationNotificationTrigger? {
        guard let archive = try? JSONDecoder().decode(Archive.self, from: Data(json)) else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(
            ofClass: UNLocationNotificationTrigger.self,
            from: archive.location
        )
    }
}

/// The calendars and time zones of Foundation.
struct FoundationCalendar: TriggerCalendar {
    private static let values: [(name: String, path: any WritableKeyPath<DateComponents, Int?> & Sendable)] = [
        ("era", \.era), ("year", \.year), ("month", \.month), ("day", \.day), ("hour", \.hour), ("minute", \.minute),
        ("second", \.second), ("nanosecond", \.nanosecond), ("weekday", \.weekday),
        ("weekdayOrdinal", \.weekdayOrdinal), ("quarter", \.quarter), ("weekOfMonth", \.weekOfMonth),
        ("weekOfYear", \.weekOfYear), ("yearForWeekOfYear", \.yearForWeekOfYear),
    ]
    private static let identifiers: [Calendar.Identifier] = [
        .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew, .iso8601, .indian,
        .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .japanese, .persian, .republicOfChina,
    ]

    func next(_ parts: CalendarParts, after time: Int) -> Int? {
        let next = Self.next(Self.components(parts), after: Date(timeIntervalSince1970: Double(time) / 1000))
        // A distant date may be beyond every number of milliseconds.
        return next.flatMap { Int(exactly: ($0.timeIntervalSince1970 * 1000).rounded()) }
    }

    /// Returns the first date after another that components match, in their time zone, that of their calendar, or that of
    /// the process.
    static func next(_ components: DateComponents, after date: Date) -> Date? {
        var calendar = components.calendar ?? Calendar.current
        if let timeZone = components.timeZone { calendar.timeZone = timeZone }
        // The command and an app find the same dates.
        var parts = parts(components)
        parts.calendar = "\(calendar.identifier)"
        let time = Int(exactly: (date.timeIntervalSince1970 * 1000).rounded(.down))
        if let next = time.flatMap({ SystemCalendar().next(parts, after: $0) }) {
            return Date(timeIntervalSince1970: Double(next) / 1000)
        }
        return calendar.nextDate(after: date, matching: components, matchingPolicy: .strict)
    }

    static func components(_ parts: CalendarParts) -> DateComponents {
        var components = DateComponents()
        for (name, path) in values { components[keyPath: path] = parts.values[name] }
        components.timeZone = parts.timeZone.flatMap(TimeZone.init(identifier:))
        components.calendar = parts.calendar.flatMap { name in
            identifiers.first { "\($0)" == name }.map(Calendar.init(identifier:))
        }
        if let zone = parts.calendarTimeZone.flatMap(TimeZone.init(identifier:)) {
            components.calendar?.timeZone = zone
        }
        return components
    }

    static func parts(_ components: DateComponents) -> CalendarParts {
        var found: [String: Int] = [:]
        for (name, path) in values { found[name] = components[keyPath: path] }
        return CalendarParts(
            found,
            timeZone: components.timeZone?.identifier,
            calendar: components.calendar.map { "\($0.identifier)" },
            calendarTimeZone: components.calendar?.timeZone.identifier
        )
    }
}
