import Attache
import AttacheCore
import HTTPTypes
import Hummingbird
import Logging

/// A request's place in its trace, and its name in the log.
struct RequestTrace: Sendable {
    /// The trace, the caller's where it has one.
    let trace: TraceIdentifier
    /// This request's own span.
    let span: UInt64
    /// The caller's span.
    let parent: UInt64?
    /// Whether the caller records its part.
    let isSampled: Bool
    /// The caller's own name for the request, where it gives one that can be logged.
    let callerIdentifier: String?

    /// Takes the caller's trace, or begins one.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - identifiers: Makes what is new.
    init(_ headers: HTTPFields, _ identifiers: TraceIdentifierGenerator) {
        let caller = headers[.traceParent].flatMap(TraceParent.init(parsing:))
        trace = caller?.trace ?? TraceIdentifier(high: identifiers.next(), low: identifiers.next())
        parent = caller?.span
        isSampled = caller?.isSampled ?? false
        span = identifiers.next()
        callerIdentifier = headers[.requestIdentifier].flatMap { Self.isLoggable($0) ? $0 : nil }
    }

    /// The request's name in the log: the caller's, or its span.
    var identifier: String { callerIdentifier ?? HexText.of(span) }

    /// What the response says, and what would be sent on.
    var header: TraceParent { TraceParent(trace: trace, span: span, isSampled: isSampled) }

    /// What may stand in a line without harm, as long as common identifiers are.
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

/// On whose behalf work is being done, for whatever is logged meanwhile.
struct RequestScope: Sendable {
    /// The scope of the current task and those that it starts.
    @TaskLocal static var current: RequestScope?

    /// The client's name.
    let client: String
    /// The request's place in its trace.
    let trace: RequestTrace
}

extension RequestScope {
    /// Answers a request within its scope, a body that is written bit by bit included.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: What is known of it, its client included.
    ///   - handler: Makes the response.
    /// - Returns: The response.
    /// - Throws: What the handler throws.
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

/// Logs a line for each transfer, as a span below its request's: for those who have no tracing backend.
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
