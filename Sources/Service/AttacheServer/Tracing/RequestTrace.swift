import Attache
import AttacheCore
import HTTPTypes
import Hummingbird
import Logging

/// The trace context of a request, and its identifier in the log.
struct RequestTrace: Sendable {
    /// The trace; the caller's, if it sent one.
    let trace: TraceIdentifier
    let span: UInt64
    let parent: UInt64?
    /// Whether the caller samples the trace.
    let isSampled: Bool
    /// The caller's identifier for the request, if it is safe to log.
    let callerIdentifier: String?

    /// Continues the caller's trace, or begins a new one.
    init(_ headers: HTTPFields, _ identifiers: TraceIdentifierGenerator) {
        let caller = headers[.traceParent].flatMap(TraceParent.init(parsing:))
        trace = caller?.trace ?? TraceIdentifier(high: identifiers.next(), low: identifiers.next())
        parent = caller?.span
        isSampled = caller?.isSampled ?? false
        span = identifiers.next()
        callerIdentifier = headers[.requestIdentifier].flatMap { Self.isLoggable($0) ? $0 : nil }
    }

    /// The identifier in the log: the caller's, or the span.
    var identifier: String { callerIdentifier ?? HexText.of(span) }

    /// The header of the response and of requests made on its behalf.
    var header: TraceParent { TraceParent(trace: trace, span: span, isSampled: isSampled) }

    /// Whether an identifier is short enough and has only characters that are safe in a log line.
    private static func isLoggable(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_.:+/=@".utf8.contains(byte)
                }
            }
    }
}

/// The request on whose behalf the current task works, for the log.
struct RequestScope: Sendable {
    /// The scope of the current task and of its child tasks.
    @TaskLocal static var current: RequestScope?

    let client: String
    let trace: RequestTrace

    /// Handles a request within its scope, including a body that is streamed later.
    static func respond(
        _ request: Request,
        _ context: ServiceContext,
        _ handler: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard let trace = context.trace else { return try await handler(request, context) }
        let scope = RequestScope(client: context.client.name, trace: trace)
        var response = try await $current.withValue(scope) { try await handler(request, context) }
        guard response.body.contentLength == nil else { return response }
        let body = response.body
        response.body = ResponseBody { writer in
            let copy = writer
            try await $current.withValue(scope) { try await body.write(copy) }
        }
        return response
    }
}

/// Logs a line for each transfer as a span below that of its request, for deployments without a tracing backend.
struct SpanLog: AttacheObserver {
    let log: ServiceLog
    let identifiers: TraceIdentifierGenerator

    func mediaTransferred(_ event: MediaTransferred) {
        let scope = RequestScope.current
        log.write(.debug, "span media") { line in
            line.member(LogField.span, HexText.of(identifiers.next()))
            if let scope { line.members(of: scope, asParent: true) }
            line.member("host", event.host)
            line.member("url", event.url)
            line.member("supply", event.supply.rawValue)
            line.member("bytes", event.byteCount)
            line.member("reason", event.failure?.code.rawValue)
            line.member(LogField.duration, event.times.total)
            guard event.times.hasTransfer else { return }
            for stage in StageTimes.Stage.allCases { line.member("\(stage.rawValue)_ms", event.times[stage]) }
        }
    }
}
