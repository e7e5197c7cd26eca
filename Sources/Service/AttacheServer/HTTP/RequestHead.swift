import HTTPTypes
import Hummingbird
import HummingbirdCore

/// The head of a request, who sent it, and when.
///
/// It is an object, since all that waits for the body holds it.
final class RequestHead: Sendable {
    let head: HTTPRequest
    /// Its target.
    let uri: URI
    let client: Client
    /// The instant at which it was read; timeouts count from it.
    let arrival: ContinuousClock.Instant

    init(_ head: HTTPRequest, _ uri: URI, of client: Client, since arrival: ContinuousClock.Instant) {
        self.head = head
        self.uri = uri
        self.client = client
        self.arrival = arrival
    }

    /// The head of a request of the router.
    convenience init(_ request: Request, _ context: ServiceContext) {
        self.init(request.head, request.uri, of: context.client, since: context.arrival)
    }

    subscript(name: HTTPField.Name) -> String? { head.headerFields[name] }
}
