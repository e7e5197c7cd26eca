/// One finding of one stage about a payload.
public struct Reason: Error, Hashable, Sendable {
    /// The stable code, such as `ats.insecure-http`.
    public let code: ReasonCode
    /// The severity.
    public let severity: Severity
    /// Whether a later retry cannot succeed.
    public let isPermanent: Bool
    /// One sentence for people.
    public let message: String
    /// The suggested change, if there is one.
    public package(set) var fix: String?
    /// The error a device would log, if there is one.
    public let apple: AppleError?
    /// The media URL that the reason is about, as written in the payload, but without a user name and a password.
    public package(set) var url: String?
    /// The JSON Pointer (RFC 6901) of the value in the payload that the reason is about.
    public package(set) var pointer: String?
    /// The HTTP status of the origin's answer, if that is the reason.
    public let status: Int?
    /// The stage that found it.
    package private(set) var stage: StageName

    /// Creates a reason; omitted values come from the code. `message` and `fix` are sentences that end with a full stop
    /// and contain no secrets, so no query strings; `url` may have a query, which logs and reports leave out.
    package init(
        _ code: ReasonCode,
        _ message: String,
        fix: String? = nil,
        severity: Severity? = nil,
        isPermanent: Bool? = nil,
        apple: AppleError? = nil,
        url: String? = nil,
        pointer: String? = nil,
        status: Int? = nil,
        stage: StageName? = nil
    ) {
        self.code = code
        self.message = message
        self.fix = fix
        self.severity = severity ?? code.severity
        self.isPermanent = isPermanent ?? code.isPermanent
        self.apple = apple ?? code.apple
        self.url = url
        self.pointer = pointer
        self.status = status
        self.stage = stage ?? code.stageName
    }

    /// The same reason about a media URL and its place in the payload.
    package func about(_ url: String, at pointer: String) -> Reason {
        var reason = self
        reason.url = url
        reason.pointer = pointer
        return reason
    }

    /// The same reason with another suggestion.
    package func fixed(by fix: String) -> Reason {
        var reason = self
        reason.fix = fix
        return reason
    }

    /// The same reason, found by another stage than its code suggests.
    package func found(at stage: StageName) -> Reason {
        var reason = self
        reason.stage = stage
        return reason
    }
}

/// The severity of a reason.
public enum Severity: String, Sendable, CaseIterable {
    /// The media is not shown.
    case block
    /// The media is shown, but at risk.
    case warning
    /// For information.
    case note
}

/// The error a device would log for the same failure.
public struct AppleError: Hashable, Sendable {
    /// The error domain, such as `NSURLErrorDomain`.
    public let domain: String
    /// The code within the domain, such as -1022.
    public let code: Int
    /// The code of the underlying stream (`_kCFStreamErrorCodeKey`, domain 3), such as -9824, if known.
    public let streamCode: Int?

    /// Creates an error of `NSURLErrorDomain` with a code of `NSURLError.h` and a stream code of `SecureTransport.h`,
    /// both negative.
    package static func url(_ code: Int, stream streamCode: Int? = nil) -> AppleError {
        AppleError(domain: "NSURLErrorDomain", code: code, streamCode: streamCode)
    }

    /// Creates an error of `UNErrorDomain` with a code of `UNError.h`.
    package static func notification(_ code: Int) -> AppleError {
        AppleError(domain: "UNErrorDomain", code: code, streamCode: nil)
    }
}

/// The outcome of one payload.
public enum Outcome: String, Sendable, CaseIterable {
    /// The push shows at least one verified attachment.
    case attached
    /// The extension changed text or category; the push shows no media.
    case rewritten
    /// The push is shown as sent, without the media it names.
    case plain
    /// The extension would not run, or the payload has no media; the push is unchanged.
    case untouched
    /// The item is not a deliverable push.
    case rejected
}
