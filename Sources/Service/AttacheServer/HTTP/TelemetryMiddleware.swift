import AttacheCore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Tracing

/// Counts, times and traces every request, and announces the end of the connection during a shutdown.
struct TelemetryMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    let metrics: HTTPMetrics
    let identifiers: TraceIdentifierGenerator
    let readiness: Readiness
    let log: ServiceLog

    /// The middleware for the host program's tracing backend; `nil` without one.
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
            addHeaders(to: &response, of: trace)
            guard response.body.contentLength == nil else {
                end(request, trace, at: context.route, since: context.arrival, response.status)
                return response
            }
            let (body, status) = (response.body, response.status)
            // Hummingbird releases the body of a client that disconnected before the head was written.
            let streaming = StreamingResponse { [context] in
                end(request, trace, at: context.route, since: context.arrival, status)
            }
            response.body = ResponseBody { writer in
                defer { streaming.end() }
                try await body.write(writer)
            }
            return response
        } catch {
            // The client has disconnected.
            metrics.ended()
            throw error
        }
    }

    /// Adds the headers of a response that do not depend on its route.
    func addHeaders(to response: inout Response, of trace: RequestTrace) {
        response.headers[.traceParent] = trace.header.text
        if let identifier = trace.callerIdentifier { response.headers[.requestIdentifier] = identifier }
        // RFC 9112 §9.6: the client sends no more requests here, so none is lost when the connection closes.
        if readiness.isDraining { response.headers[.connection] = "close" }
    }

    /// Counts, times and logs a request whose response is complete.
    func end(
        _ request: Request,
        _ trace: RequestTrace,
        at path: String?,
        since arrival: ContinuousClock.Instant,
        _ status: HTTPResponse.Status
    ) {
        let time = arrival.duration(to: .now)
        metrics.ended()
        metrics.route(path).record(status, after: time)
        log.write(.debug, "span request") { line in
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

/// A streamed response, which ends once: with its last byte, or when its body is released.
final class StreamingResponse: Sendable {
    private let hasEnded = Atomic(false)
    private let onEnd: @Sendable () -> Void

    /// Begins.
    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit { end() }

    /// Ends the response: the last byte was written, or could not be.
    func end() {
        if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { onEnd() }
    }
}
