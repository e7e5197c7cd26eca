import AttacheCore

/// Whether iOS starts the extension: `mutable-content` and a visible alert.
struct ExtensionStartCheck: LintChecking {
    static let key = "mutable-content"
    private static let one = Array("1".utf8)

    func findings(on subject: LintSubject) -> [LintFinding] {
        let hasMedia = !subject.media.isEmpty
        if hasMedia, subject.notification.isBackgroundPush {
            return [subject.finding(.backgroundPush, "A background push never starts the extension.", at: "/aps")]
        }
        var findings = flag(subject, hasMedia: hasMedia)
        if hasMedia, !subject.notification.aps.hasVisibleAlert {
            findings.append(
                subject.finding(
                    .noAlert,
                    "Title, subtitle and body are empty, so no extension starts.",
                    at: "/aps"
                )
            )
        }
        return findings
    }

    private func flag(_ subject: LintSubject, hasMedia: Bool) -> [LintFinding] {
        let (aps, document) = (subject.aps, subject.document)
        switch subject.notification.aps.mutableContent {
        case .absent:
            if let stray = MutableContentPlace.stray(in: subject.payload) {
                return [
                    subject.finding(
                        .mutableContentMisplaced,
                        "The flag is at \(stray), where iOS ignores it; it belongs in \"aps\" as \"mutable-content\".",
                        at: stray,
                        edits: moving(stray, subject)
                    )
                ]
            }
            guard hasMedia else { return [] }
            return [
                subject.finding(
                    .mutableContentMissing,
                    "\"aps\" has no mutable-content, so iOS does not start the extension.",
                    at: "/aps",
                    edits: [document.adding(Self.key, Self.one, to: aps)]
                )
            ]
        case .onByUnusualValue:
            guard let value = aps[Self.key] else { return [] }
            return [
                subject.finding(
                    .mutableContentText,
                    "mutable-content is \(Self.name(of: value)) instead of the number 1.",
                    at: "/aps/mutable-content",
                    edits: Self.isOn(value) ? [document.replacing(value, by: Self.one)] : []
                )
            ]
        case .off:
            guard hasMedia else { return [] }
            return [
                subject.finding(
                    .mutableContentOff,
                    "mutable-content is off, so iOS does not start the extension.",
                    at: "/aps/mutable-content"
                )
            ]
        case .on:
            guard subject.isPortable, let value = aps[Self.key], value.kind == .boolean else { return [] }
            return [
                subject.finding(
                    .notPortable,
                    "mutable-content is true; Parse removes every value but the number 1.",
                    fix: "Write \"mutable-content\": 1.",
                    at: "/aps/mutable-content",
                    edits: [document.replacing(value, by: Self.one)]
                )
            ]
        }
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

    private static func name(of value: JSONValue) -> String {
        switch value.kind {
        case .string: "a string"
        case .object: "an object"
        case .array: "a list"
        case .number: "another number"
        case .boolean: "true"
        case .null: "null"
        }
    }
}
