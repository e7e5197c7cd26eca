import AttacheSystem
import Glibc

/// A log message of this process, for tests.
public struct LogRecord: Sendable, Hashable {
    /// The subsystem of the log; empty for the default log.
    public let subsystem: String
    /// The category of the log; empty for the default log.
    public let category: String
    /// The level.
    public let level: OSLogType
    /// The text with every value.
    public let message: String
    /// The text as a device without a debugger keeps it: values that are not public are `<private>`.
    public let redactedMessage: String

    private static let limit = 10_000
    private static let records = Locked<[LogRecord]>([])

    /// The messages so far, the oldest first; the first 10,000 are kept.
    public static var all: [LogRecord] { records.withLock { $0 } }

    /// Forgets the messages so far.
    public static func removeAll() { records.withLock { $0.removeAll() } }

    static func add(_ record: LogRecord) {
        records.withLock { records in
            if records.count < limit { records.append(record) }
        }
        let name = record.category.isEmpty ? "" : "[\(record.category)] "
        // The console of Xcode shows every value too.
        let line = Array("\(record.level.name) \(name)\(record.message)\n".utf8)
        unsafe line.withUnsafeBytes { bytes in
            // A log that cannot be written is not a fault of the extension.
            _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}

/// A text with and without its private values.
struct LogText {
    var open = ""
    var redacted = ""

    mutating func append(_ text: String, isPublic: Bool = true) {
        open += text
        redacted += isPublic ? text : "<private>"
    }
}
