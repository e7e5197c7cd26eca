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

/// The decoder of reasons written by `ReasonEncoder`.
package enum ReasonDecoder {
    private static let codes = Dictionary(uniqueKeysWithValues: ReasonCode.allCases.map { ($0.rawValue, $0) })

    /// Decodes the array `reasons`; `nil` when a code or a form is unknown to this version.
    package static func reasons(_ value: JSONValue) -> [Reason]? {
        var reasons: [Reason] = []
        for element in value.elements {
            guard let reason = reason(element) else { return nil }
            reasons.append(reason)
        }
        return reasons
    }

    private static func reason(_ value: JSONValue) -> Reason? {
        guard let code = value["code"]?.string.flatMap({ codes[$0] }),
            let severity = value["severity"]?.string.flatMap(Severity.init),
            let isPermanent = value["permanent"]?.boolean, let message = value["message"]?.string
        else { return nil }
        return Reason(
            code,
            message,
            fix: value["fix"]?.string,
            severity: severity,
            isPermanent: isPermanent,
            apple: value["apple"].flatMap(appleError)
        )
    }

    private static func appleError(_ value: JSONValue) -> AppleError? {
        guard let domain = value["domain"]?.string, let code = value["code"]?.integer else { return nil }
        return AppleError(domain: domain, code: code, streamCode: value["stream_code"]?.integer)
    }
}
