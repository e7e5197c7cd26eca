import AttacheCore

/// Media keys: inside `aps`, at another place, misspelt, of another vendor, or without what the vendor needs beside them.
struct MediaKeyCheck: LintChecking {
    func findings(on subject: LintSubject) -> [LintFinding] {
        var findings = (subject.choiceReasons + subject.gateReasons).compactMap { finding(of: $0, subject) }
        findings += hiddenInAPS(subject)
        if subject.isPortable {
            findings += subject.media.compactMap { missingType(of: $0, subject) }
        }
        if !subject.media.isEmpty {
            findings += LintRules.findings(for: subject.notification, policy: subject.policy).map { reason in
                subject.finding(.mediaWithActions, reason.message, fix: reason.fix, at: "/aps/category")
            }
        }
        return findings
    }

    private func finding(of reason: Reason, _ subject: LintSubject) -> LintFinding? {
        let pointer = reason.pointer ?? ""
        func finding(_ code: LintCode, edits: [JSONEdit] = []) -> LintFinding {
            subject.finding(code, reason.message, reason: reason.code, fix: reason.fix, at: pointer, edits: edits)
        }
        switch reason.code {
        case .gateMediaKeyMisplaced where pointer.hasPrefix("/aps/"):
            return finding(.mediaKeyInAPS, edits: movingOutOfAPS(pointer, subject))
        case .gateMediaKeyMisplaced, .gateMediaUnread:
            if let misspelt = misspelt(pointer, subject) { return misspelt }
            return finding(reason.code == .gateMediaUnread ? .mediaUnread : .mediaKeyMisplaced)
        case .gateMediaValueUnusable: return finding(.mediaNotText)
        case .gateTooManyMedia: return finding(.tooManyMedia)
        case .gateSeveralPolicies: return finding(.severalVendors)
        case .gateVendorKeyMissing: return finding(.vendorKeyMissing)
        case .gateHandlerNotCalled: return finding(.extensionHangs)
        default: return nil
        }
    }

    private func missingType(of medium: LintMedia, _ subject: LintSubject) -> LintFinding? {
        guard let path = medium.missingTypePath else { return nil }
        return subject.finding(
            .notPortable,
            "The extension of \"\(subject.policy.name)\" reads the type of the media file at \(path.pointer), which is missing.",
            fix: "Add \(path.pointer), such as jpg or image.",
            at: medium
        )
    }

    // MARK: - Inside aps

    /// The media keys inside `aps` that the gate does not report, since the extension reads a media file elsewhere.
    private func hiddenInAPS(_ subject: LintSubject) -> [LintFinding] {
        guard !subject.media.isEmpty else { return [] }
        let reported = Set(subject.gateReasons.compactMap(\.pointer))
        let paths = subject.policies.policies.flatMap { $0.payload.media.map(\.url) }
        let depth = paths.map(\.segments.count).max() ?? 0
        var findings: [LintFinding] = []
        func search(_ value: JSONValue, _ steps: [String]) {
            guard findings.count < Gate.mediaLimit else { return }
            if let text = value.string {
                let pointer = steps.reduce(into: "/aps") { $0 += "/" + Self.escaped($1) }
                guard URLText.isWeb(text), !reported.contains(pointer), let last = steps.last,
                    let path = paths.first(where: { Self.matches($0, steps) })
                else { return }
                findings.append(
                    subject.finding(
                        .mediaKeyInAPS,
                        "The media key \"\(last.prefix(64))\" is inside \"aps\", where no known extension reads it.",
                        fix: "Remove it, or move it to \(path.pointer).",
                        at: pointer
                    )
                )
            }
            guard steps.count < depth else { return }
            for member in value.members where !steps.isEmpty || !APSKeys.known.contains(member.key) {
                search(member.value, steps + [member.key])
            }
            for (index, element) in value.elements.enumerated() { search(element, steps + ["\(index)"]) }
        }
        search(subject.aps, [])
        return findings
    }

    /// Moves the outermost member of `aps` on the way to a URL beside `aps`, if a policy reads the URL there.
    private func movingOutOfAPS(_ pointer: String, _ subject: LintSubject) -> [JSONEdit] {
        let steps = Self.steps(pointer)
        guard steps.count >= 2, !APSKeys.known.contains(steps[1]), subject.payload[steps[1]] == nil,
            let member = subject.aps[steps[1]]
        else { return [] }
        let target = Array(steps.dropFirst())
        guard Self.readers(subject).contains(where: { Self.matches($0, target) }) else { return [] }
        let value = Array(subject.document.bytes[member.byteRange])
        return [
            subject.document.removing(member, from: subject.aps),
            subject.document.adding(steps[1], value, to: subject.payload),
        ]
    }

    // MARK: - Misspelt

    /// A key that differs from one that is read by case, hyphens and underscores only.
    private func misspelt(_ pointer: String, _ subject: LintSubject) -> LintFinding? {
        let steps = Self.steps(pointer)
        guard let key = steps.last, let value = subject.payload.value(at: pointer), value.key != nil else { return nil }
        let names = Self.readers(subject).compactMap { path -> String? in
            guard path.segments.count == steps.count, !Self.matches(path, steps),
                case .name(let name) = path.segments.last,
                Spelling.of(name) == Spelling.of(key), name != key,
                zip(path.segments, steps).dropLast().allSatisfy({ Self.matches($0, $1) })
            else { return nil }
            return name
        }
        // Of several the one that differs by case only.
        guard let name = names.first(where: { $0.lowercased() == key.lowercased() }) ?? names.first else { return nil }
        let parent = steps.dropLast().reduce(into: "") { $0 += "/" + Self.escaped($1) }
        let isFree = subject.payload.value(at: "\(parent)/\(Self.escaped(name))") == nil
        return subject.misspelling(
            .mediaKeyMisspelt,
            "The media key \"\(key.prefix(64))\" is read only as \"\(name)\".",
            of: value,
            meant: name,
            isFree: isFree,
            at: pointer
        )
    }

    /// The media paths of the policy; of all policies, if it has none.
    private static func readers(_ subject: LintSubject) -> [JSONPath] {
        let own = subject.policy.payload.media.map(\.url)
        return own.isEmpty ? subject.policies.policies.flatMap { $0.payload.media.map(\.url) } : own
    }

    private static func matches(_ path: JSONPath, _ steps: [String]) -> Bool {
        path.segments.count == steps.count && zip(path.segments, steps).allSatisfy { matches($0, $1) }
    }

    private static func matches(_ segment: JSONPathSegment, _ step: String) -> Bool {
        switch segment {
        case .name(let name): name == step
        case .index(let index): step == "\(index)"
        case .wildcard: true
        }
    }

    /// The steps of a JSON Pointer.
    private static func steps(_ pointer: String) -> [String] {
        pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    static func escaped(_ step: String) -> String {
        step.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
