/// Why a payload ended as it did: one finding of one stage.
public struct Reason: Error, Hashable, Sendable {
    /// The stable code, such as `ats.insecure-http`.
    public let code: ReasonCode
    /// How much it weighs.
    public let severity: Severity
    /// Whether trying again later cannot help.
    public let isPermanent: Bool
    /// One plain sentence for a person.
    public let message: String
    /// What to change, where something can be changed.
    public let fix: String?
    /// The error a device would log, where there is one.
    public let apple: AppleError?

    /// Creates a reason; what is left out comes from the code's entry in `ReasonCode`.
    ///
    /// - Parameters:
    ///   - code: The stable code.
    ///   - message: One plain sentence that ends with a full stop. No secrets: query strings are left out.
    ///   - fix: What the sender can change, as one sentence.
    ///   - severity: Only where it differs from the code's own.
    ///   - isPermanent: Only where it differs from the code's own.
    ///   - apple: Only where it differs from the code's own.
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

/// How much a reason weighs.
public enum Severity: String, Sendable, CaseIterable {
    /// The media is not shown because of it.
    case block
    /// The media is shown, and something about it is at risk.
    case warning
    /// Something worth knowing.
    case note
}

/// The error a device would log for the same failure.
public struct AppleError: Hashable, Sendable {
    /// The error domain, such as `NSURLErrorDomain`.
    public let domain: String
    /// The code within the domain, such as -1022.
    public let code: Int
    /// The code of the stream below it (`_kCFStreamErrorCodeKey`, domain 3), such as -9824, where it is known.
    public let streamCode: Int?

    /// An error of the URL loading system.
    ///
    /// - Parameters:
    ///   - code: A code of `NSURLError.h`, always negative.
    ///   - streamCode: A code of `SecureTransport.h`, always negative, where it is known.
    /// - Returns: The error in `NSURLErrorDomain`.
    package static func url(_ code: Int, stream streamCode: Int? = nil) -> AppleError {
        AppleError(domain: "NSURLErrorDomain", code: code, streamCode: streamCode)
    }

    /// An error of the notification framework.
    ///
    /// - Parameter code: A code of `UNError.h`.
    /// - Returns: The error in `UNErrorDomain`.
    package static func notification(_ code: Int) -> AppleError {
        AppleError(domain: "UNErrorDomain", code: code, streamCode: nil)
    }
}

/// What became of one payload.
public enum Outcome: String, Sendable, CaseIterable {
    /// At least one verified attachment is shown.
    case attached
    /// The extension changed text or category; no media.
    case rewritten
    /// Shown as pushed, without the media it names.
    case plain
    /// The extension would not run, or there is no media; everything is as received.
    case untouched
    /// Not a deliverable push; there is nothing to show.
    case rejected
}
