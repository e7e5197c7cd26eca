import AttacheCore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Tracing

/// Counts and times every request, gives it its place in its trace, and says on each response that the connection ends
/// when the service does.
struct TelemetryMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    let metrics: HTTPMetrics
    let identifiers: TraceIdentifierGenerator
    let readiness: Readiness
    let log: ServiceLog

    /// Spans for the tracing backend of the program that this service is part of; `nil` when it has none.
    static var instrument: TracingMiddleware<ServiceContext>? {
        InstrumentationSystem.tracer is NoOpTracer ? nil : TracingMiddleware()
    }

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let trace = RequestTrace(request.headers, identifiers)
        context.trace = trace
        metrics.began()
        do {
            var response = try await next(request, context)
            response.headers[.traceParent] = trace.header.text
            if let identifier = trace.callerIdentifier { response.headers[.requestIdentifier] = identifier }
            // RFC 9112 §9.6: who reads this sends nothing more here, so that nothing is lost when the connection ends.
            if readiness.isDraining, !context.isStream { response.headers[.connection] = "close" }
            guard response.body.contentLength == nil else {
                end(request, context, response.status)
                return response
            }
            let (body, status) = (response.body, response.status)
            // Hummingbird drops a body whose client went away before its head could be written.
            let streaming = StreamingResponse { [context] in end(request, context, status) }
            response.body = ResponseBody { writer in
                defer { streaming.end() }
                try await body.write(writer)
            }
            return response
        } catch {
            // Nobody reads the answer any more.
            metrics.ended()
            throw error
        }
    }

    private func end(_ request: Request, _ context: ServiceContext, _ status: HTTPResponse.Status) {
        let time = context.arrival.duration(to: .now)
        let path = context.route
        metrics.ended()
        metrics.route(path).record(status, after: time)
        log.write(.debug, "span request") { line in
            guard let trace = context.trace else { return }
            line.member(LogField.request, trace.identifier)
            line.member(LogField.trace, trace.trace.description)
            line.member(LogField.span, HexText.of(trace.span))
            line.member(LogField.parent, trace.parent.map { HexText.of($0) })
            line.member("method", request.method.rawValue)
            line.member("route", path ?? HTTPMetrics.unmatched)
            line.member("status", status.code)
            line.member(LogField.duration, time)
        }
    }
}

/// A response whose body is written bit by bit: it ends once, with its last byte or when nobody holds its body any more.
final class StreamingResponse: Sendable {
    private let hasEnded = Atomic(false)
    private let onEnd: @Sendable () -> Void

    /// Begins.
    ///
    /// - Parameter onEnd: What is done at its end.
    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit { end() }

    /// The last byte has been written, or could not be.
    func end() {
        if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { onEnd() }
    }
}
