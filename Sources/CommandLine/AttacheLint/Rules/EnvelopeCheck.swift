import AttacheCore

/// Size, headers, and the values of `aps` that iOS ignores because they have another type.
struct EnvelopeCheck: LintChecking {
    /// The share of the limit above which a payload is near it: room for a longer name or another language.
    static let nearShare = 0.9

    func findings(on subject: LintSubject) -> [LintFinding] {
        size(subject) + headers(subject) + ignoredValues(subject)
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

    private func headers(_ subject: LintSubject) -> [LintFinding] {
        guard subject.notification.envelope != nil, subject.notification.delivery == nil,
            let headers = subject.document.root["headers"]
        else { return [] }
        return headers.members.prefix(PayloadLinter.findingLimit).compactMap { name, value in
            switch name.lowercased() {
            case "apns-collapse-id":
                let count = value.string?.utf8.count
                guard count.map({ $0 > PushHeaders.collapseIdentifierLimit }) ?? true else { return nil }
                let limit = PushHeaders.collapseIdentifierLimit
                return header(
                    .collapseIDTooLong,
                    count.map { "apns-collapse-id has \($0) bytes; the limit is \(limit)." }
                        ?? "apns-collapse-id is not a string of at most \(limit) bytes.",
                    name,
                    value
                )
            case "apns-push-type":
                guard !(value.string.map(PushHeaders.pushTypes.contains) ?? false) else { return nil }
                return header(.headerInvalid, "apns-push-type is not a push type of APNs.", name, value)
            case "apns-priority":
                let number = value.integer ?? value.string.flatMap { Int($0) }
                guard !(number.map([1, 5, 10].contains) ?? false) else { return nil }
                return header(.headerInvalid, "apns-priority is not 10, 5 or 1.", name, value)
            default: return nil
            }
        }
    }

    private func header(_ code: LintCode, _ message: String, _ name: String, _ value: JSONValue) -> LintFinding {
        let step = name.replacing("~", with: "~0").replacing("/", with: "~1")
        return LintFinding(code, message, pointer: "/headers/\(step)", range: value.byteRange)
    }

    private func ignoredValues(_ subject: LintSubject) -> [LintFinding] {
        subject.notification.findings.filter { $0.code == .payloadIgnoredValue }.map { reason in
            subject.finding(.ignoredValue, reason.message, fix: reason.fix, at: "/aps")
        }
    }
}
