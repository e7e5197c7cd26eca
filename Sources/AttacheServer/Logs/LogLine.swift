import AttacheCore
import Glibc

/// One line of the log while it is being written.
struct LogLine {
    private let format: LogFormat
    private var writer = JSONWriter(capacity: 640)

    /// Begins a line.
    ///
    /// - Parameters:
    ///   - format: How it is written.
    ///   - time: When.
    ///   - level: How much it matters, in swift-log's words.
    ///   - message: What happened, without anything that differs from one time to the next.
    init(_ format: LogFormat, at time: LogTime, level: String, _ message: String) {
        self.format = format
        switch format {
        case .json:
            writer.beginObject()
            writer.member(LogField.time, time.text)
            writer.member(LogField.level, level)
            writer.member(LogField.message, message)
        case .text:
            writer.appendLines(Array("\(time.text) \(level) \(message)".utf8))
        }
    }

    /// Adds a text, or nothing when there is none.
    mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        switch format {
        case .json: writer.member(name, value)
        case .text: append(name, value)
        }
    }

    /// Adds a number, or nothing when there is none.
    mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        switch format {
        case .json: writer.member(name, value)
        case .text: append(name, "\(value)")
        }
    }

    /// Adds a duration in milliseconds.
    mutating func member(_ name: String, _ value: Duration) {
        switch format {
        case .json: writer.member(name, value)
        case .text:
            var number = JSONWriter()
            number.decimal(value.milliseconds)
            append(name, String(decoding: number.bytes, as: UTF8.self))
        }
    }

    /// Adds yes or no.
    mutating func member(_ name: String, _ value: Bool) {
        switch format {
        case .json:
            writer.key(name)
            writer.boolean(value)
        case .text: append(name, "\(value)")
        }
    }

    /// Adds texts, or nothing when there are none.
    mutating func member(_ name: String, _ values: [String]) {
        guard !values.isEmpty else { return }
        switch format {
        case .json:
            writer.key(name)
            writer.beginArray()
            for value in values { writer.string(value) }
            writer.endArray()
        case .text: append(name, values.joined(separator: ","))
        }
    }

    /// Adds a value that is JSON text already, or nothing when there is none.
    mutating func member(_ name: String, raw value: [UInt8]?) {
        guard let value else { return }
        switch format {
        case .json: writer.member(name, raw: value)
        case .text: append(name, String(decoding: value, as: UTF8.self))
        }
    }

    /// Adds on whose behalf it happened.
    ///
    /// - Parameters:
    ///   - scope: The request.
    ///   - asParent: Whether the request's span is the parent of what is told, rather than the span itself.
    mutating func members(of scope: RequestScope, asParent: Bool = false) {
        member(LogField.client, scope.client)
        member(LogField.request, scope.trace.identifier)
        member(LogField.trace, scope.trace.trace.description)
        member(asParent ? LogField.parent : LogField.span, HexText.of(scope.trace.span))
    }

    /// The line's bytes, its end included.
    consuming func finish() -> [UInt8] {
        if format == .json { writer.endObject() }
        writer.endLine()
        return writer.bytes
    }

    /// A value that reads as one word stands as it is, any other in quotation marks, escaped as in JSON.
    private mutating func append(_ name: String, _ value: String) {
        let isWord =
            !value.isEmpty
            && value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }
        guard !isWord else { return writer.appendLines(Array(" \(name)=\(value)".utf8)) }
        var quoted = JSONWriter()
        quoted.string(value)
        writer.appendLines(Array(" \(name)=".utf8) + quoted.bytes)
    }
}

/// The names of what stands in log lines besides what `LoggingObserver` names, in one place: they are an API.
enum LogField {
    static let time = "time"
    static let level = "level"
    static let message = "message"
    static let logger = "logger"
    static let client = "client"
    static let request = "request_id"
    static let trace = "trace_id"
    static let span = "span_id"
    static let parent = "parent_id"
    static let duration = "duration_ms"
    static let detail = "detail"
    static let dropped = "dropped"
}

/// A time of day in the form of RFC 3339, in UTC and to the millisecond: `2026-11-21T16:17:13.042Z`.
struct LogTime {
    /// Milliseconds since 1970.
    let milliseconds: Int

    /// The current time.
    static var now: LogTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return LogTime(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    /// The text.
    var text: String {
        let (days, rest) = Self.floored(milliseconds, by: 86_400_000)
        let (year, month, day) = Self.date(daysSinceEpoch: days)
        return unsafe String(unsafeUninitializedCapacity: 24) { buffer in
            var index = 0
            func put(_ number: Int, _ width: Int, _ mark: UInt8) {
                var number = number
                for place in (0..<width).reversed() {
                    // Unsafe, and right: the widths and marks below are 24 bytes.
                    unsafe buffer[index + place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
                    number /= 10
                }
                unsafe buffer[index + width] = mark
                index += width + 1
            }
            put(year, 4, UInt8(ascii: "-"))
            put(month, 2, UInt8(ascii: "-"))
            put(day, 2, UInt8(ascii: "T"))
            put(rest / 3_600_000, 2, UInt8(ascii: ":"))
            put(rest / 60_000 % 60, 2, UInt8(ascii: ":"))
            put(rest / 1000 % 60, 2, UInt8(ascii: "."))
            put(rest % 1000, 3, UInt8(ascii: "Z"))
            return index
        }
    }

    /// The date of the Gregorian calendar; years are counted from March on, so that the leap day is the last.
    private static func date(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
        // From 0000-03-01, in cycles of 400 years, which all have the same number of days.
        let (cycle, dayOfCycle) = floored(daysSinceEpoch + 719_468, by: 146_097)
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        // Five months of 153 days follow each other from March on.
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func floored(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = (value % divisor + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }
}
