import HTTPTypes

/// What can be wrong with a request; each has one status, and its name is the last part of the problem's type.
enum ProblemKind: String, Sendable, CaseIterable {
    /// The request line, a header or the body cannot be understood.
    case badRequest = "bad-request"
    /// The body is not JSON.
    case invalidJSON = "invalid-json"
    /// No token, or a wrong one.
    case unauthorized
    /// There is no such resource.
    case notFound = "not-found"
    /// The resource is there, the method is not.
    case methodNotAllowed = "method-not-allowed"
    /// The request did not arrive in time.
    case requestTimeout = "request-timeout"
    /// A request with the same idempotency key is under way.
    case keyInUse = "idempotency-key-in-use"
    /// The request names a host that is not this service.
    case misdirected
    /// The headers are longer than the limit.
    case headersTooLarge = "headers-too-large"
    /// The body is longer than the limit.
    case contentTooLarge = "content-too-large"
    /// Nothing of what is there is in the range.
    case rangeNotSatisfiable = "range-not-satisfiable"
    /// The body is said to be something else than JSON.
    case unsupportedMediaType = "unsupported-media-type"
    /// The body is JSON, and no push.
    case notAPush = "not-a-push"
    /// The idempotency key was used with another body.
    case keyReused = "idempotency-key-reused"
    /// This client has too much waiting.
    case tooManyRequests = "too-many-requests"
    /// The method is none that is known.
    case notImplemented = "not-implemented"
    /// The service itself failed.
    case internalError = "internal-error"
    /// The service has too much to do, or is about to end.
    case unavailable

    /// The status of the response.
    var status: HTTPResponse.Status {
        switch self {
        case .badRequest, .invalidJSON: .badRequest
        case .unauthorized: .unauthorized
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .requestTimeout: .requestTimeout
        case .keyInUse: .conflict
        case .misdirected: .misdirectedRequest
        case .headersTooLarge: .requestHeaderFieldsTooLarge
        case .contentTooLarge: .contentTooLarge
        case .rangeNotSatisfiable: .rangeNotSatisfiable
        case .unsupportedMediaType: .unsupportedMediaType
        case .notAPush, .keyReused: .unprocessableContent
        case .tooManyRequests: .tooManyRequests
        case .notImplemented: .notImplemented
        case .internalError: .internalServerError
        case .unavailable: .serviceUnavailable
        }
    }

    /// The same for every problem of the kind, for people.
    var title: String {
        switch self {
        case .badRequest: "The request cannot be understood"
        case .invalidJSON: "The body is not JSON"
        case .unauthorized: "A valid bearer token is needed"
        case .notFound: "There is no such resource"
        case .methodNotAllowed: "The resource does not take this method"
        case .requestTimeout: "The request did not arrive in time"
        case .keyInUse: "A request with this idempotency key is under way"
        case .misdirected: "The request is for another host"
        case .headersTooLarge: "The headers are too large"
        case .contentTooLarge: "The body is too large"
        case .rangeNotSatisfiable: "The range is beyond the end"
        case .unsupportedMediaType: "The body has the wrong media type"
        case .notAPush: "The body is JSON, but not a push"
        case .keyReused: "The idempotency key was used with another body"
        case .tooManyRequests: "This client has too many requests waiting"
        case .notImplemented: "The method is not known"
        case .internalError: "The service failed"
        case .unavailable: "The service has too much to do"
        }
    }
}
