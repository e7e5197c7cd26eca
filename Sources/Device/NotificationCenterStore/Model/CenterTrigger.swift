import AttacheCore

/// The condition that delivers a notification.
package enum CenterTrigger: Sendable, Equatable {
    /// It came from APNs.
    case push
    /// After a number of seconds, more than 0.
    case interval(seconds: Double, repeats: Bool)
    /// When the parts of a date match.
    case calendar(CalendarParts, repeats: Bool)
    /// Another condition, as a JSON object, that no clock fulfils.
    case other(record: [UInt8], repeats: Bool)

    package var repeats: Bool {
        switch self {
        case .push: false
        case .interval(_, let repeats), .calendar(_, let repeats), .other(_, let repeats): repeats
        }
    }

    /// Returns the first delivery after a time, in milliseconds since 1970; `start` is the previous one, or the time of
    /// the request.
    func next(after time: Int, from start: Int, in calendar: any TriggerCalendar) -> Int? {
        switch self {
        case .push, .other: return nil
        case .calendar(let parts, _): return calendar.next(parts, after: time)
        case .interval(let seconds, _):
            guard let interval = Self.milliseconds(seconds) else { return nil }
            return start + interval * (max(0, time - start) / interval + 1)
        }
    }

    /// The milliseconds of an interval, at least 1; `nil` for one that outlasts every clock.
    private static func milliseconds(_ seconds: Double) -> Int? {
        let exact = seconds * 1000
        guard exact < 1e15 else { return nil }
        let whole = Int(max(0, exact))
        return max(1, Double(whole) < exact ? whole + 1 : whole)
    }

    /// The JSON text.
    package var record: String {
        var writer = JSONWriter()
        writer.beginObject()
        switch self {
        case .push: writer.member("kind", "push")
        case .interval(let seconds, _):
            writer.member("kind", "interval")
            writer.member("seconds", number: seconds)
        case .calendar(let parts, _):
            writer.member("kind", "calendar")
            writer.key("parts")
            parts.write(to: &writer)
        case .other(let record, _):
            writer.member("kind", "other")
            writer.member("record", raw: record)
        }
        if repeats { writer.member("repeats", true) }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads a record; `nil` when it is not one.
    init?(record: String) {
        guard let document = try? JSONDocument(parsing: Array(record.utf8)) else { return nil }
        let root = document.root
        let repeats = root["repeats"]?.boolean ?? false
        switch root["kind"]?.string {
        case "push": self = .push
        case "interval":
            guard let seconds = root["seconds"]?.double else { return nil }
            self = .interval(seconds: seconds, repeats: repeats)
        case "calendar":
            guard let parts = root["parts"].flatMap(CalendarParts.init) else { return nil }
            self = .calendar(parts, repeats: repeats)
        case "other":
            guard let record = root["record"] else { return nil }
            self = .other(record: document.compacted(record), repeats: repeats)
        default: return nil
        }
    }
}

/// The parts of a date that must match; those that are absent match anything.
package struct CalendarParts: Sendable, Equatable {
    /// The values by the names of Foundation's date components, such as `hour`.
    package var values: [String: Int]
    /// The identifier of the time zone; `nil` for that of the process.
    package var timeZone: String?
    /// The identifier of the calendar; `nil` for the Gregorian one.
    package var calendar: String?
    /// The identifier of the calendar's time zone, which counts where `timeZone` is `nil`.
    package var calendarTimeZone: String?

    package init(
        _ values: [String: Int],
        timeZone: String? = nil,
        calendar: String? = nil,
        calendarTimeZone: String? = nil
    ) {
        self.values = values
        self.timeZone = timeZone
        self.calendar = calendar
        self.calendarTimeZone = calendarTimeZone
    }

    init?(_ record: JSONValue) {
        guard let values = record["values"], values.kind == .object else { return nil }
        self.values = [:]
        for member in values.members { self.values[member.key] = member.value.integer }
        timeZone = record["timeZone"]?.string
        calendar = record["calendar"]?.string
        calendarTimeZone = record["calendarTimeZone"]?.string
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.object("values") { writer in
            for (name, value) in values.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
        }
        writer.member("timeZone", timeZone)
        writer.member("calendar", calendar)
        writer.member("calendarTimeZone", calendarTimeZone)
        writer.endObject()
    }
}

/// The search for the next date that matches.
package protocol TriggerCalendar: Sendable {
    /// Returns the first matching time after another, in milliseconds since 1970; `nil` when there is none, or this
    /// calendar cannot find it.
    func next(_ parts: CalendarParts, after time: Int) -> Int?
}
