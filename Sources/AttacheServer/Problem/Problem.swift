import AttacheCore
import HTTPTypes
import NIOHTTP1

/// Why a request was not answered with a result, told as problem details (RFC 9457).
///
/// A push that falls back to plain text is no problem but a result.
struct Problem: Error, Sendable, Equatable {
    /// What went wrong; the last part of the problem's type and its title.
    let kind: ProblemKind
    /// One sentence on this very request, with the cure.
    let detail: String
    /// The pipeline's own reasons, where it has some.
    var reasons: [Reason] = []
    /// When another try makes sense, in whole seconds from now, at least 1.
    var retryAfter: Int?
    /// What the resource allows, for `methodNotAllowed`.
    var allowed: [HTTPRequest.Method] = []
    /// Whether the body would be read in another coding: as it is, `identity`.
    var wantsPlainBody = false

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - kind: What went wrong.
    ///   - detail: One sentence on this very request, with the cure.
    init(_ kind: ProblemKind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// A method that a path does not take.
    ///
    /// - Parameter allowed: Those that it takes.
    /// - Returns: The problem.
    static func notAllowed(_ allowed: [HTTPRequest.Method]) -> Problem {
        var problem = Problem(.methodNotAllowed, "Use \(allowed.map(\.rawValue).joined(separator: " or ")) here.")
        problem.allowed = allowed
        return problem
    }

    static let nothingThere = Problem(
        .notFound,
        "There is nothing at this path; GET /openapi.yaml tells what there is."
    )
    static let failure = Problem(.internalError, "The service failed on this request; its log says why.")
}

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

extension Problem {
    /// One client asks for too much.
    static func tooMany(_ detail: String, _ retryAfter: Int) -> Problem {
        var problem = Problem(.tooManyRequests, "\(detail) Ask for fewer at once, or try again in \(retryAfter) s.")
        problem.retryAfter = retryAfter
        return problem
    }

    /// All together ask for too much.
    static func overloaded(_ detail: String, _ retryAfter: Int) -> Problem {
        var problem = Problem(.unavailable, "\(detail) Try again in \(retryAfter) s.")
        problem.retryAfter = retryAfter
        return problem
    }
}

extension Problem {
    /// A body that is no push.
    ///
    /// - Parameter result: A rejected result.
    init(rejected result: RewriteResult) {
        let code = result.headline?.code
        let kind: ProblemKind = code == .payloadInvalidJSON || code == .payloadEmpty ? .invalidJSON : .notAPush
        let detail = result.headline.map { [$0.message, $0.fix].compactMap(\.self).joined(separator: " ") }
        self.init(kind, detail ?? kind.title)
        reasons = result.reasons
    }

    /// A body that is longer than a payload may be, whatever it is.
    ///
    /// - Parameter limit: The longest, in bytes.
    /// - Returns: The problem.
    static func payloadTooLong(_ limit: Int) -> Problem {
        Problem(
            .contentTooLarge,
            "The body is longer than the \(limit) bytes that are read as one payload; send many to /v1/rewrite/batch."
        )
    }
}

extension Problem {
    /// The body had not arrived when the service was told to end.
    static let ending = overloaded("The service is ending, and the body had not arrived.", 1)

    /// What could not be parsed.
    ///
    /// - Parameter error: What the parser says; `nil` for a method that is none.
    init(unparsed error: HTTPParserError?) {
        switch error {
        case .headerOverflow?:
            let limits = "longer than 32 KiB, one of them than 16 KiB, or more than 100"
            self.init(.headersTooLarge, "The headers are \(limits).")
        case nil, .invalidMethod?:
            self.init(.notImplemented, "The method is none that this service knows; use GET, HEAD or POST.")
        case let error?:
            self.init(.badRequest, "The request is no HTTP/1.1 (RFC 9112): \(error).")
        }
    }
}
