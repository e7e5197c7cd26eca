import AttacheCore

/// The keys of `aps` and of its alert that iOS does not read: misspelt ones, and those that belong elsewhere.
struct APSKeyCheck: LintChecking {
    func findings(on subject: LintSubject) -> [LintFinding] {
        let isOfActivity = subject.aps["content-state"] != nil || subject.aps["event"] != nil
        let known = isOfActivity ? APSKeys.alert.union(APSKeys.activityAlert) : APSKeys.alert
        let alert = subject.aps["alert"].map { findings(in: $0, at: "/aps/alert", known, subject) } ?? []
        return findings(in: subject.aps, at: "/aps", APSKeys.known, subject) + alert
    }

    private func findings(
        in object: JSONValue,
        at place: String,
        _ known: Set<String>,
        _ subject: LintSubject
    ) -> [LintFinding] {
        object.members.prefix(PayloadLinter.findingLimit).compactMap { name, value in
            guard !known.contains(name) else { return nil }
            let pointer = place + "/" + MediaKeyCheck.escaped(name)
            guard let meant = APSKeys.meant(by: name, among: known) else {
                return unknown(name, in: place, at: pointer, subject)
            }
            // The flag of the service extension has a check that also looks outside `aps`.
            guard meant != ExtensionStartCheck.key else { return nil }
            return subject.misspelling(
                .apsKeyMisspelt,
                "iOS does not know the key \"\(name.prefix(64))\" of \(Self.name(of: place)); it reads \"\(meant)\".",
                of: value,
                meant: meant,
                isFree: object[meant] == nil,
                at: pointer
            )
        }
    }

    /// Without the keys that another check says more about: the flag of the extension, and media keys.
    static func removeRepeated(_ findings: inout [LintFinding]) {
        let others = findings.filter { $0.code != .apsKeyUnknown }.compactMap(\.pointer)
        findings.removeAll { finding in
            guard finding.code == .apsKeyUnknown, let pointer = finding.pointer else { return false }
            return others.contains { $0 == pointer || $0.hasPrefix(pointer + "/") }
        }
    }

    private func unknown(_ name: String, in place: String, at pointer: String, _ subject: LintSubject) -> LintFinding? {
        guard !APSKeys.ofVendors.contains(name) else { return nil }
        return subject.finding(
            .apsKeyUnknown,
            "iOS does not read the key \"\(name.prefix(64))\" of \(Self.name(of: place)).",
            fix: Self.fix(name, in: place),
            at: pointer
        )
    }

    private static func fix(_ name: String, in place: String) -> String {
        switch place {
        case "/aps" where APSKeys.alert.contains(name): "Move it into \"alert\": {\"\(name)\": …}."
        case "/aps" where name.hasPrefix("apns-"): "Send it as a header of the request to APNs."
        case "/aps/alert" where APSKeys.known.contains(name): "Move it out of \"alert\", into \"aps\"."
        default: "Put what the app reads next to \"aps\"."
        }
    }

    private static func name(of place: String) -> String { place == "/aps" ? "\"aps\"" : "the alert" }
}
