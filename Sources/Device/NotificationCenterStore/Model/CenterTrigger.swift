import AttacheCore
package import Foundation

/// The condition that delivers a notification.
package enum CenterTrigger: Sendable, Equatable {
    /// It came from APNs.
    case push
    /// After a number of seconds, more than 0.
    case interval(seconds: Double, repeats: Bool)
    /// When the parts of a date match.
    case calendar(DateComponents, repeats: Bool)
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
    package func next(after time: Int, from start: Int) -> Int? {
        switch self {
        case .push, .other: return nil
        case .calendar(let parts, _): return DateSearch.next(parts, after: time)
        case .interval(let seconds, _):
            guard let interval = Self.milliseconds(seconds) else { return nil }
            return start + interval * (max(0, time - start) / interval + 1)
        }
    }

    /// The milliseconds of an interval, at least 1; `nil` for one that outlasts every clock.
    private static func milliseconds(_ seconds: Double) -> Int? {
        // What is less than a nanosecond is a rest of the multiplication.
        let whole = (seconds * 1000 - 1e-6).rounded(.up)
        return whole < 1e15 ? Int(max(1, whole)) : nil
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
            writer.object("parts") { parts.write(to: &$0) }
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
            guard let record = root["parts"], record["values"]?.kind == .object else { return nil }
            // A calendar or a time zone that this machine does not know has no dates.
            self =
                DateComponents(record).map { .calendar($0, repeats: repeats) }
                ?? .other(record: document.compacted(record), repeats: repeats)
        case "other":
            guard let record = root["record"] else { return nil }
            self = .other(record: document.compacted(record), repeats: repeats)
        default: return nil
        }
    }
}

extension DateComponents {
    private static let values: [(name: String, path: any WritableKeyPath<DateComponents, Int?> & Sendable)] = [
        ("day", \.day), ("era", \.era), ("hour", \.hour), ("minute", \.minute), ("month", \.month),
        ("nanosecond", \.nanosecond), ("quarter", \.quarter), ("second", \.second), ("weekOfMonth", \.weekOfMonth),
        ("weekOfYear", \.weekOfYear), ("weekday", \.weekday), ("weekdayOrdinal", \.weekdayOrdinal), ("year", \.year),
        ("yearForWeekOfYear", \.yearForWeekOfYear),
    ]
    private static let calendars: [Calendar.Identifier] = [
        .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew, .iso8601, .indian,
        .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .japanese, .persian, .republicOfChina,
    ]

    /// Reads a record; `nil` when its calendar or a time zone is unknown.
    fileprivate init?(_ record: JSONValue) {
        self.init()
        for (name, path) in Self.values { self[keyPath: path] = record["values"]?[name]?.integer }
        if let name = record["calendar"]?.string {
            guard let identifier = Self.calendars.first(where: { "\($0)" == name }) else { return nil }
            calendar = Calendar(identifier: identifier)
        }
        if let name = record["calendarTimeZone"]?.string {
            guard let zone = TimeZone(identifier: name) else { return nil }
            calendar?.timeZone = zone
        }
        guard let name = record["timeZone"]?.string else { return }
        timeZone = name.isEmpty ? nil : TimeZone(identifier: name)
        if timeZone == nil { return nil }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object("values") { writer in
            for (name, path) in Self.values { writer.member(name, self[keyPath: path]) }
        }
        writer.member("timeZone", timeZone?.identifier)
        writer.member("calendar", calendar.map { "\($0.identifier)" })
        writer.member("calendarTimeZone", calendar?.timeZone.identifier)
    }
}
