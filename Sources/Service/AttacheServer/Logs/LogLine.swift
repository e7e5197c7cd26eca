import AttacheCore
import AttacheSystem

/// A log line under construction.
struct LogLine {
    private let format: LogFormat
    private var writer = JSONWriter(capacity: 640)

    /// Begins a line; `level` is a name of swift-log, and `message` is constant text without variable parts.
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

    /// Adds a string; `nil` adds nothing.
    mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        switch format {
        case .json: writer.member(name, value)
        case .text: append(name, value)
        }
    }

    /// Adds an integer; `nil` adds nothing.
    mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        switch format {
        case .json: writer.member(name, value)
        case .text: append(name, "\(value)")
        }
    }

    mutating func member(_ name: String, _ value: Duration) {
        switch format {
        case .json: writer.member(name, value)
        case .text:
            var number = JSONWriter()
            number.decimal(value.milliseconds)
            append(name, String(decoding: number.bytes, as: UTF8.self))
        }
    }

    mutating func member(_ name: String, _ value: Bool) {
        switch format {
        case .json: writer.member(name, value)
        case .text: append(name, "\(value)")
        }
    }

    /// Adds an array of strings; an empty one adds nothing.
    mutating func member(_ name: String, _ values: [String]) {
        guard !values.isEmpty else { return }
        switch format {
        case .json: writer.strings(name, values)
        case .text: append(name, values.joined(separator: ","))
        }
    }

    /// Adds a JSON value; `nil` adds nothing.
    mutating func member(_ name: String, raw value: [UInt8]?) {
        guard let value else { return }
        switch format {
        case .json: writer.member(name, raw: value)
        case .text: append(name, String(decoding: value, as: UTF8.self))
        }
    }

    /// Adds the client and the trace of a request; with `asParent` the span of the request is the parent of the logged
    /// span.
    mutating func members(of scope: RequestScope, asParent: Bool = false) {
        member(LogField.client, scope.client)
        member(LogField.request, scope.trace.identifier)
        member(LogField.trace, scope.trace.trace.description)
        member(asParent ? LogField.parent : LogField.span, HexText.of(scope.trace.span))
    }

    /// Returns the bytes of the line, including the line feed.
    consuming func finish() -> [UInt8] {
        if format == .json { writer.endObject() }
        writer.endLine()
        return writer.bytes
    }

    /// A value of one word is written as it is, any other in quotation marks and escaped as in JSON.
    private mutating func append(_ name: String, _ value: String) {
        let isWord =
            !value.isEmpty
            && value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }
            && !value.unicodeScalars.contains(where: \.isHiddenControl)
        guard !isWord else { return writer.appendLines(Array(" \(name)=\(value)".utf8)) }
        var quoted = JSONWriter()
        quoted.string(value)
        writer.appendLines(Array(" \(name)=".utf8) + quoted.bytes)
    }
}

/// The member names of log lines, besides those of `LoggingObserver`. They are a public API.
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

/// A time in the form of RFC 3339, in UTC with milliseconds: `2026-11-21T16:17:13.042Z`.
struct LogTime {
    let milliseconds: Int

    static var now: LogTime { LogTime(milliseconds: WallTime.milliseconds) }

    var text: String {
        let (days, rest) = Self.floored(milliseconds, by: 86_400_000)
        let date = CivilDate(secondsSinceEpoch: days * 86_400)
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
            put(date.year, 4, UInt8(ascii: "-"))
            put(date.month, 2, UInt8(ascii: "-"))
            put(date.day, 2, UInt8(ascii: "T"))
            put(rest / 3_600_000, 2, UInt8(ascii: ":"))
            put(rest / 60_000 % 60, 2, UInt8(ascii: ":"))
            put(rest / 1000 % 60, 2, UInt8(ascii: "."))
            put(rest % 1000, 3, UInt8(ascii: "Z"))
            return index
        }
    }

    private static func floored(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = (value % divisor + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }
}
