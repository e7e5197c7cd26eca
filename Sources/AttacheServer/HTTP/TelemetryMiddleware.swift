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
            response.headers[.traceParent] = trace.header.text
            if let identifier = trace.callerIdentifier { response.headers[.requestIdentifier] = identifier }
            // RFC 9112 §9.6: the client sends no more requests here, so none is lost when the connection closes.
            if readiness.isDraining, !context.isStream { response.headers[.connection] = "close" }
            guard response.body.contentLength == nil else {
                end(request, context, response.status)
                return response
            }
            let (body, status) = (response.body, response.status)
            // Hummingbird releases the body of a client that disconnected before the head was written.
            let streaming = StreamingResponse { [context] in end(request, context, status) }
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
