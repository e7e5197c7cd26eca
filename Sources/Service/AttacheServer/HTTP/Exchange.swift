import AttacheCore
import AttacheSystem
import HTTPTypes
import Logging

/// One request, from its head to the last byte of its answer, as metrics, log and trace see it.
///
/// It ends once: with the last byte of its answer, or when it is released, since its client has disconnected.
final class Exchange: Sendable {
    private enum State {
        /// There is no answer.
        case open
        /// The answer has begun.
        case answered(HTTPResponse.Status, route: String?)
        case ended
    }

    let head: HTTPRequest
    /// The instant at which the head was read.
    let arrival: ContinuousClock.Instant
    let trace: RequestTrace
    private let rules: RequestRules
    private let state = Locked(State.open)

    /// Begins with the head of a request.
    init(_ head: HTTPRequest, _ rules: RequestRules, since arrival: ContinuousClock.Instant) {
        self.head = head
        self.arrival = arrival
        self.rules = rules
        trace = RequestTrace(head.headerFields, rules.identifiers)
        rules.metrics.began()
    }

    deinit { end() }

    /// Begins the answer, and adds the headers that do not depend on its route.
    ///
    /// - Parameters:
    ///   - response: The head of the answer.
    ///   - route: The path pattern of the route; `nil` if no route matched.
    func answer(with response: inout HTTPResponse, at route: String?) {
        response.headerFields[.traceParent] = trace.header.text
        if let identifier = trace.callerIdentifier { response.headerFields[.requestIdentifier] = identifier }
        // RFC 9112 §9.6: the client sends no more requests here, so none is lost when the connection closes.
        if rules.readiness.isDraining { response.headerFields[.connection] = "close" }
        let status = response.status
        state.withLock { $0 = .answered(status, route: route) }
    }

    /// Ends the answer: its last byte was written, or could not be.
    func end() {
        let last = state.withLock { exchange(&$0, with: .ended) }
        switch last {
        case .ended: break
        case .open: rules.metrics.ended()
        case .answered(let status, let route): record(status, at: route)
        }
    }

    private func record(_ status: HTTPResponse.Status, at route: String?) {
        let time = arrival.duration(to: .now)
        rules.metrics.ended()
        rules.metrics.route(route).record(status, after: time)
        rules.log.write(.debug, "span request") { line in
            line.member(LogField.request, trace.identifier)
            line.member(LogField.trace, trace.trace.description)
            line.member(LogField.span, HexText.of(trace.span))
            line.member(LogField.parent, trace.parent.map { HexText.of($0) })
            line.member("method", head.method.rawValue)
            line.member("route", route ?? HTTPMetrics.unmatched)
            line.member("status", status.code)
            line.member(LogField.duration, time)
        }
    }
}
