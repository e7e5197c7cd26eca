import AttacheCore

/// The findings on a payload that a push service builds, at their places in the request as written.
struct RequestPlaces {
    private static let startCodes: Set<LintCode> = [
        .mutableContentMissing, .mutableContentMisplaced, .mutableContentText, .mutableContentOff,
    ]

    /// The request; in an envelope its member `payload`.
    private let root: JSONValue
    /// The JSON Pointer of the request in the text.
    private let prefix: String
    private let delivery: Delivery

    /// `nil` for an input that is a payload itself.
    init?(_ document: JSONDocument, _ notification: Notification) {
        guard let delivery = notification.delivery else { return nil }
        self.delivery = delivery
        let inner = notification.envelope == nil ? nil : document.root["payload"]
        root = inner ?? document.root
        prefix = inner == nil ? "" : "/payload"
    }

    /// A finding on the payload as one on the request. It has no edits: a change of the payload is none of the request.
    func finding(_ finding: LintFinding) -> LintFinding {
        place(
            finding.code,
            finding.message,
            reason: finding.reason,
            fix: Self.startCodes.contains(finding.code) ? delivery.extensionAdvice : finding.fix,
            severity: finding.severity,
            at: finding.pointer.flatMap { $0.isEmpty ? nil : delivery.pointer(of: $0) }
        )
    }

    /// What the service loses, changes or adds.
    var losses: [LintFinding] {
        delivery.findings.map { reason in
            place(
                Self.code(of: reason),
                reason.message,
                reason: reason.code,
                fix: reason.fix ?? (reason.severity == .note ? "Compare it with the service's documentation." : nil),
                severity: reason.severity == .note ? .note : nil,
                at: reason.pointer
            )
        }
    }

    /// A finding on an input by a reason of the reader, at its place in the text.
    static func finding(_ reason: Reason, in root: JSONValue) -> LintFinding {
        // The reason of an envelope's payload has its place there.
        let pointers = ["", "/payload"].compactMap { prefix in reason.pointer.map { prefix + $0 } }
        let found = pointers.lazy.compactMap { pointer in root.value(at: pointer).map { (pointer, $0) } }.first
        return LintFinding(
            code(of: reason),
            reason.message,
            reason: reason.code,
            fix: reason.fix ?? (reason.severity == .note ? "Compare it with the service's documentation." : nil),
            severity: reason.severity == .note ? .note : nil,
            pointer: found?.0 ?? "",
            range: found.map { $0.1.keyRange ?? $0.1.byteRange } ?? root.openingRange
        )
    }

    private static func code(of reason: Reason) -> LintCode {
        switch reason.code {
        case .payloadRequestLoss, .payloadRequestUnknown: .requestLoss
        case .gateMediaUnread: .mediaUnread
        case .payloadConsoleText: .consoleText
        case .payloadInvalidHeader:
            reason.pointer?.lowercased() == "/headers/apns-collapse-id" ? .collapseIDTooLong : .headerInvalid
        default: .payloadRejected
        }
    }

    private func place(
        _ code: LintCode,
        _ message: String,
        reason: ReasonCode?,
        fix: String?,
        severity: LintSeverity?,
        at pointer: String?
    ) -> LintFinding {
        let value = pointer.flatMap { root.value(at: $0) }
        return LintFinding(
            code,
            message,
            reason: reason,
            fix: fix,
            severity: severity,
            pointer: value == nil ? prefix : prefix + (pointer ?? ""),
            range: value.map { $0.keyRange ?? $0.byteRange } ?? root.openingRange
        )
    }
}
