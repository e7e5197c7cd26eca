import AttacheCore
import HTTPTypes
import NIOHTTP1

/// A request that failed without a result, reported as problem details (RFC 9457).
///
/// A push that falls back to plain text is a result, not a problem.
struct Problem: Error, Sendable, Equatable {
    let kind: ProblemKind
    /// One or two sentences on this request, with the fix.
    let detail: String
    /// The reasons of the pipeline, if any.
    var reasons: [Reason] = []
    /// The delay before a retry, in seconds, at least 1.
    var retryAfter: Int?
    /// How long caches may keep it, in seconds; `nil` for not at all.
    var cacheLifetime: Int?
    /// The allowed methods, for `methodNotAllowed`.
    var allowed: [HTTPRequest.Method] = []
    /// Whether the body must be sent with the coding `identity`.
    var wantsPlainBody = false

    init(_ kind: ProblemKind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    static func notAllowed(_ allowed: [HTTPRequest.Method]) -> Problem {
        var problem = Problem(.methodNotAllowed, "Use \(allowed.map(\.rawValue).joined(separator: " or ")) here.")
        problem.allowed = allowed
        return problem
    }

    static let nothingThere = Problem(
        .notFound,
        "There is no resource at this path; GET /openapi.yaml lists the paths."
    )
    static let tinyPieces = Problem(
        .badRequest,
        "The body comes in chunks of a few bytes; send it with Content-Length, or in chunks of at least 64 bytes."
    )
    static let failure = Problem(.internalError, "The service failed on this request; its log has the cause.")
}

/// The kind of a problem; its raw value is the last part of the problem's type, and `title` describes it.
enum ProblemKind: String, Sendable, CaseIterable {
    case badRequest = "bad-request"
    case invalidJSON = "invalid-json"
    case unauthorized
    /// The link to a file is not signed, or was changed.
    case invalidLink = "invalid-link"
    /// The link to a file has expired.
    case expiredLink = "expired-link"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case requestTimeout = "request-timeout"
    case keyInUse = "idempotency-key-in-use"
    /// The request names a host that is not this service.
    case misdirected
    case headersTooLarge = "headers-too-large"
    case contentTooLarge = "content-too-large"
    case rangeNotSatisfiable = "range-not-satisfiable"
    case unsupportedMediaType = "unsupported-media-type"
    case notAPush = "not-a-push"
    /// The payload names no media file, and the request is for one.
    case noMedium = "no-medium"
    /// The payload has no text to show, and the request is for a picture.
    case nothingShown = "nothing-shown"
    case keyReused = "idempotency-key-reused"
    case tooManyRequests = "too-many-requests"
    case notImplemented = "not-implemented"
    case internalError = "internal-error"
    /// The program that draws is not installed.
    case drawingMissing = "drawing-missing"
    /// The service is overloaded or shutting down.
    case unavailable
    /// The client speaks another version of HTTP, such as HTTP/2 without negotiation.
    case versionNotSupported = "version-not-supported"

    var status: HTTPResponse.Status {
        switch self {
        case .badRequest, .invalidJSON: .badRequest
        case .unauthorized: .unauthorized
        case .invalidLink: .forbidden
        case .expiredLink: .gone
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .requestTimeout: .requestTimeout
        case .keyInUse: .conflict
        case .misdirected: .misdirectedRequest
        case .headersTooLarge: .requestHeaderFieldsTooLarge
        case .contentTooLarge: .contentTooLarge
        case .rangeNotSatisfiable: .rangeNotSatisfiable
        case .unsupportedMediaType: .unsupportedMediaType
        case .notAPush, .noMedium, .nothingShown, .keyReused: .unprocessableContent
        case .tooManyRequests: .tooManyRequests
        case .notImplemented: .notImplemented
        case .internalError: .internalServerError
        case .drawingMissing, .unavailable: .serviceUnavailable
        case .versionNotSupported: .httpVersionNotSupported
        }
    }

    /// The title, which is the same for every problem of the kind.
    var title: String {
        switch self {
        case .badRequest: "The request is malformed"
        case .invalidJSON: "The body is not JSON"
        case .unauthorized: "A valid bearer token is needed"
        case .invalidLink: "The link is not valid"
        case .expiredLink: "The link has expired"
        case .notFound: "The resource does not exist"
        case .methodNotAllowed: "The resource does not support this method"
        case .requestTimeout: "The request did not arrive in time"
        case .keyInUse: "A request with this idempotency key is in progress"
        case .misdirected: "The request is for another host"
        case .headersTooLarge: "The headers are too large"
        case .contentTooLarge: "The body is too large"
        case .rangeNotSatisfiable: "The range is beyond the end"
        case .unsupportedMediaType: "The body has the wrong media type"
        case .notAPush: "The body is no push that would be delivered"
        case .noMedium: "The payload names no media file"
        case .nothingShown: "The phone shows nothing"
        case .keyReused: "The idempotency key was used with another body"
        case .tooManyRequests: "This client has too many requests waiting"
        case .notImplemented: "The method or coding is unknown"
        case .internalError: "The service failed"
        case .drawingMissing: "The drawing program is not installed"
        case .unavailable: "The service is unavailable"
        case .versionNotSupported: "The service speaks HTTP/1.1"
        }
    }
}

/// Every 429 and 503, with the delay in seconds after which the request may succeed.
extension Problem {
    static func tooManyWaiting(_ count: Int, _ retryAfter: Int) -> Problem {
        tooMany("This client has reached its limit of \(count) waiting requests.", retryAfter)
    }
    static func tooManyBatches(_ count: Int) -> Problem {
        tooMany("This client has reached its limit of \(count) concurrent batches.", 5)
    }
    static func permitAfterDeadline(_ retryAfter: Int) -> Problem {
        overloaded("The next permit is expected in about \(retryAfter) s, after this request's deadline.", retryAfter)
    }
    static func queueFull(_ count: Int, _ retryAfter: Int) -> Problem {
        overloaded("The queue is full with \(count) waiting requests.", retryAfter)
    }
    /// A waiting request that made room for another client.
    static let evicted = overloaded("The queue is full, and this client has the most waiting requests.", 1)
    static let drawingBusy = overloaded("No drawing process was free before this request's deadline.", 1)
    static let batchMemoryFull = overloaded("The memory limit of all batches is reached.", 5)
    static let shuttingDown = overloaded("The service is shutting down; another instance may accept the request.", 1)
    /// A body that had not arrived when the shutdown began.
    static let ending = overloaded("The service is shutting down, and the body had not arrived.", 1)
    /// A body that had not arrived when another client needed the connection.
    static let crowded = overloaded("All connections are in use, and the body had not arrived.", 1)
    static let connectionMemoryFull = overloaded(
        "Unread responses and requests sent ahead fill the memory for connections, or the part of this one.",
        1
    )
    static let bodyMemoryFull = overloaded(
        "Bodies without an answer fill the memory for them, or this client's half of it.",
        1
    )
    static let tooManyConnections = overloaded("This address has too many connections.", 1)

    private static func tooMany(_ detail: String, _ retryAfter: Int) -> Problem {
        var problem = Problem(
            .tooManyRequests,
            "\(detail) Send fewer concurrent requests, or retry in \(retryAfter) s."
        )
        problem.retryAfter = retryAfter
        return problem
    }

    private static func overloaded(_ detail: String, _ retryAfter: Int) -> Problem {
        var problem = Problem(.unavailable, "\(detail) Retry in \(retryAfter) s.")
        problem.retryAfter = retryAfter
        return problem
    }
}

extension Problem {
    /// A body that is not a deliverable push, with the reasons for it.
    init(rejected reasons: [Reason]) {
        let headline = reasons.headline
        let code = headline?.code
        let kind: ProblemKind = code == .payloadInvalidJSON || code == .payloadEmpty ? .invalidJSON : .notAPush
        self.init(kind, headline.map(Self.detail) ?? kind.title)
        self.reasons = reasons
    }

    /// A payload without a media file, where the request is for one.
    init(noMedium reason: Reason) {
        self.init(.noMedium, Self.detail(reason))
        reasons = [reason]
    }

    private static func detail(_ reason: Reason) -> String {
        [reason.message, reason.fix].compactMap(\.self).joined(separator: " ")
    }

    /// A body that exceeds the limit of one payload, in bytes.
    static func payloadTooLong(_ limit: Int) -> Problem {
        Problem(
            .contentTooLarge,
            "The body exceeds the limit of \(limit) bytes for one payload; send several to /v1/rewrite/batch."
        )
    }
}

extension Problem {
    /// A request that could not be parsed; `nil` stands for an invalid method.
    init(unparsed error: HTTPParserError?) {
        switch error {
        case .headerOverflow?:
            let limits = "32 KiB in total, 16 KiB for one header, or a count of 100"
            self.init(.headersTooLarge, "The headers exceed \(limits).")
        case nil, .invalidMethod?:
            self.init(.notImplemented, "The method is unknown; use GET, HEAD or POST.")
        // The parser pauses after the preface of HTTP/2.
        case .paused?:
            self.init(.versionNotSupported, "Use HTTP/1.1; for HTTP/2 put a proxy such as nginx or Envoy in front.")
        case .invalidVersion?:
            self.init(
                .versionNotSupported,
                "The request line does not end in HTTP/1.1 and CR LF; use HTTP/1.1, with a proxy such as nginx for other versions."
            )
        case let error?:
            self.init(.badRequest, "The request is not valid HTTP/1.1 (RFC 9112): \(error).")
        }
    }
}
