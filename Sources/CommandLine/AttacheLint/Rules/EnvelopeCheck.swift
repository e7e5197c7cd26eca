import AttacheCore

/// The size, and the values of `aps` that iOS ignores because they have another type.
struct EnvelopeCheck: LintChecking {
    /// The share of the limit above which a payload is near it: room for a longer name or another language.
    static let nearShare = 0.9

    func findings(on subject: LintSubject) -> [LintFinding] {
        size(subject) + ignoredValues(subject)
    }

    private func size(_ subject: LintSubject) -> [LintFinding] {
        let byteCount = subject.notification.payload.bytes.count
        let isVoice = subject.notification.envelope?.headers.pushType == "voip"
        let limit = isVoice ? PayloadReader.voiceLimit : PayloadReader.payloadLimit
        guard byteCount > Int(Double(limit) * Self.nearShare) else { return [] }
        return [
            subject.finding(
                .payloadNearLimit,
                "The payload has \(byteCount) bytes in compact form; the limit of APNs is \(limit).",
                at: ""
            )
        ]
    }

    private func ignoredValues(_ subject: LintSubject) -> [LintFinding] {
        subject.notification.findings.filter { $0.code == .payloadIgnoredValue }.map { reason in
            subject.finding(.ignoredValue, reason.message, fix: reason.fix, at: "/aps")
        }
    }
}
