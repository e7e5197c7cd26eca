/// Why a payload ended as it did: one finding of one stage.
public struct Reason: Hashable, Sendable {
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
