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
    public let fix: String?
    /// The error a device would log, if there is one.
    public let apple: AppleError?

    /// Creates a reason; omitted values come from the code. `message` and `fix` are sentences that end with a full stop
    /// and contain no secrets, so no query strings.
    package init(
        _ code: ReasonCode,
        _ message: String,
        fix: String? = nil,
        severity: Severity? = nil,
        isPermanent: Bool? = nil,
        apple: AppleError? = nil
    ) {
        self.code = code
        self.message = message
        self.fix = fix
        self.severity = severity ?? code.severity
        self.isPermanent = isPermanent ?? code.isPermanent
        self.apple = apple ?? code.apple
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
