import HTTPTypes
import Hummingbird
import NIOCore

/// Told to a connection when a request's body is about to be read: who asked before sending it is answered now.
struct ContinueExpectation: Sendable {
    /// Answers `Expect: 100-continue` (RFC 9110 §10.1.1) where the request has it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: What is known of it.
    static func report(_ request: Request, _ context: ServiceContext) {
        guard request.headers[.expect] != nil else { return }
        context.channel.triggerUserOutboundEvent(ContinueExpectation(), promise: nil)
    }
}
