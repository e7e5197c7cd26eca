import AttacheCore

/// Whether iOS starts the extension: `mutable-content` and a visible alert.
struct ExtensionStartCheck: LintChecking {
    static let key = "mutable-content"
    private static let one = Array("1".utf8)

    func findings(on subject: LintSubject) -> [LintFinding] {
        let faults = Gate.startFaults(subject.notification) + Gate.warnings(subject.notification)
        return faults.compactMap { finding(of: $0, subject) } + portability(subject)
    }

    /// What the gate says, with the place and the edits.
    private func finding(of reason: Reason, _ subject: LintSubject) -> LintFinding? {
        let (aps, document) = (subject.aps, subject.document)
        func finding(_ code: LintCode, at pointer: String = "/aps", edits: [JSONEdit] = []) -> LintFinding {
            subject.finding(code, reason.message, reason: reason.code, fix: reason.fix, at: pointer, edits: edits)
        }
        if reason.code == .gateMutableContentMissing, subject.notification.aps.mutableContent == .absent,
            let stray = MutableContentPlace.stray(in: subject.payload)
        {
            return finding(.mutableContentMisplaced, at: stray, edits: moving(stray, subject))
        }
        if reason.code == .gateMutableContentUnusual, let value = aps[Self.key] {
            let edits = Self.isOn(value) ? [document.replacing(value, by: Self.one)] : []
            return finding(.mutableContentText, at: "/aps/\(Self.key)", edits: edits)
        }
        // A push without media needs no extension.
        guard !subject.media.isEmpty else { return nil }
        switch reason.code {
        case .gateBackgroundPush: return finding(.backgroundPush)
        case .gateNoAlert: return finding(.noAlert)
        case .gateMutableContentMissing where subject.notification.aps.mutableContent == .off:
            return finding(.mutableContentOff, at: "/aps/\(Self.key)")
        case .gateMutableContentMissing:
            return finding(.mutableContentMissing, edits: [document.adding(Self.key, Self.one, to: aps)])
        default: return nil
        }
    }

    private func portability(_ subject: LintSubject) -> [LintFinding] {
        guard subject.isPortable, subject.notification.aps.mutableContent == .on, let value = subject.aps[Self.key],
            value.kind == .boolean
        else { return [] }
        return [
            subject.finding(
                .notPortable,
                "mutable-content is true; Parse removes every value but the number 1.",
                fix: "Write \"mutable-content\": 1.",
                at: "/aps/\(Self.key)",
                edits: [subject.document.replacing(value, by: Self.one)]
            )
        ]
    }

    /// Adds the flag to `aps` and removes it from the wrong place. What FCM wrote stays: the app may read it.
    private func moving(_ stray: String, _ subject: LintSubject) -> [JSONEdit] {
        let (aps, document) = (subject.aps, subject.document)
        guard let value = subject.payload.value(at: stray), Self.isOn(value) else { return [] }
        if stray.hasPrefix("/gcm.") { return [document.adding(Self.key, Self.one, to: aps)] }
        if stray.hasPrefix("/aps/"), !stray.hasPrefix("/aps/alert/") {
            return [document.renaming(value, to: Self.key), document.replacing(value, by: Self.one)].compactMap(\.self)
        }
        let parent = stray.hasPrefix("/aps/alert/") ? subject.aps["alert"] ?? aps : subject.payload
        return [document.removing(value, from: parent), document.adding(Self.key, Self.one, to: aps)]
    }

    /// Whether a sender wrote that the flag is on; anything else needs the sender's decision.
    private static func isOn(_ value: JSONValue) -> Bool {
        value.boolean == true || value.integer == 1 || ["1", "true", "yes"].contains(value.string?.lowercased())
    }
}
