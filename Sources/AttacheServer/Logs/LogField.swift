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
