import AttacheCore

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
        member(asParent ? LogField.parent : LogField.span, HexNumber.text(scope.trace.span))
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
