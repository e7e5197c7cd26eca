import AttacheCore

/// A check of one aspect of a payload.
protocol LintChecking: Sendable {
    func findings(on subject: LintSubject) -> [LintFinding]
}

/// A payload under one policy, as the checks see it.
struct LintSubject {
    /// The text as written, whose bytes the findings name; for a request to a push service the payload that it builds.
    let document: JSONDocument
    /// The payload; in an envelope its member `payload`.
    let payload: JSONValue
    /// The JSON Pointer of the payload in the text.
    let prefix: String
    let notification: Notification
    let policy: Policy
    let policies: PolicySet
    /// What the gate says of the media keys, whether or not the extension would run.
    let gateReasons: [Reason]
    /// What the choice of the policy says.
    let choiceReasons: [Reason]
    /// The media URLs, those that the policy does not read included; at most `Gate.mediaLimit` of each.
    let media: [LintMedia]
    let canonicalizer: any HostCanonicalizing
    let isPortable: Bool
    let egress: EgressPolicy

    init(
        document: JSONDocument,
        notification: Notification,
        policy: Policy,
        policies: PolicySet,
        gate: Gate,
        chosenBecause choice: [Reason],
        canonicalizer: any HostCanonicalizing,
        isPortable: Bool,
        egress: EgressPolicy
    ) {
        self.document = document
        self.notification = notification
        self.policy = policy
        self.policies = policies
        self.canonicalizer = canonicalizer
        self.isPortable = isPortable
        self.egress = egress
        choiceReasons = choice
        let isEnvelope = notification.envelope != nil && notification.delivery == nil
        let root = (isEnvelope ? document.root["payload"] : nil) ?? document.root
        payload = root
        prefix = isEnvelope ? "/payload" : ""
        // The gate stops at what keeps the extension from starting, which has a check of its own.
        gateReasons =
            switch gate.decide(notification.with(.on), under: policy) {
            case .stop(let stop): stop.reasons
            case .media(_, let warnings): warnings
            }
        media = Self.media(in: root, policy: policy, gateReasons: gateReasons)
    }

    private static func media(in root: JSONValue, policy: Policy, gateReasons: [Reason]) -> [LintMedia] {
        var media: [LintMedia] = []
        var seen: Set<Int> = []
        for location in policy.payload.media where location.isRead(in: root) {
            let matches = location.matches(in: root).prefix(Gate.mediaLimit)
            // What an extension does without the type is known only of a policy that says so.
            let missesType = policy.isVendor && location.type.map { !$0.hasMatch(from: root) } ?? false
            for (match, hint) in matches where seen.insert(match.value.byteRange.lowerBound).inserted {
                // What the app completes is no URL yet.
                guard let text = match.value.string, policy.device?.isElsewhere(text) != true else { continue }
                let stated = hint.flatMap { hint in hint.value.string.map { (hint.pointer, $0) } }
                media.append(
                    LintMedia(
                        value: match.value,
                        pointer: match.pointer,
                        text: text,
                        isRead: true,
                        missingTypePath: missesType ? location.type : nil,
                        statedType: stated
                    )
                )
            }
            if !matches.isEmpty, !policy.payload.takesAll { break }
        }
        for pointer in gateReasons.compactMap(\.pointer) {
            guard let value = root.value(at: pointer), let text = value.string, URLText.isWeb(text),
                seen.insert(value.byteRange.lowerBound).inserted
            else { continue }
            media.append(LintMedia(value: value, pointer: pointer, text: text, isRead: false, missingTypePath: nil))
        }
        for match in unfilled(in: root) where seen.insert(match.value.byteRange.lowerBound).inserted {
            guard let text = match.value.string else { continue }
            media.append(
                LintMedia(value: match.value, pointer: match.pointer, text: text, isRead: false, missingTypePath: nil)
            )
        }
        return media
    }

    /// The values of keys that are called like media, in which a template has filled in nothing, whichever policy reads them.
    private static func unfilled(in root: JSONValue) -> [JSONMatch] {
        let (tape, range) = (root.storage.tape, root.byteRange)
        return tape.indices.lazy.filter { !tape[$0].isKey }
            .map { JSONMatch(value: JSONValue(storage: root.storage, index: $0), root: root) }
            .filter { match in
                guard range.contains(match.value.byteRange.lowerBound), match.value.key != nil,
                    let text = match.value.string, text.utf8.count <= placeholderLimit
                else { return false }
                return PlaceholderText.find(in: text) != nil && MediaKeyName.isMedia(match.segments)
            }
            .prefix(Gate.mediaLimit).map(\.self)
    }

    /// The limit of a text in which a placeholder is looked for under any key, in bytes.
    private static let placeholderLimit = 256

    /// The value of `aps`.
    var aps: JSONValue { payload["aps"] ?? payload }

    /// The pointer from the root of the text.
    func pointer(_ pointer: String) -> String { prefix + pointer }

    /// A finding about a value at a pointer of the payload.
    func finding(
        _ code: LintCode,
        _ message: String,
        reason: ReasonCode? = nil,
        fix: String? = nil,
        severity: LintSeverity? = nil,
        at pointer: String,
        edits: [JSONEdit] = []
    ) -> LintFinding {
        let value = payload.value(at: pointer) ?? payload
        let isContainer = value.kind == .object || value.kind == .array
        return LintFinding(
            code,
            message,
            reason: reason,
            fix: fix,
            severity: severity,
            pointer: self.pointer(pointer),
            // Of an object with a key the key is the place, so that an editor marks one word.
            range: isContainer ? value.keyRange ?? value.openingRange : value.byteRange,
            edits: edits
        )
    }

    /// A finding about a key that was meant to be another, which gets that name if it is free.
    func misspelling(
        _ code: LintCode,
        _ message: String,
        of value: JSONValue,
        meant name: String,
        isFree: Bool,
        at pointer: String
    ) -> LintFinding {
        let edit = isFree ? document.renaming(value, to: name) : nil
        return finding(code, message, fix: "Write \"\(name)\".", at: pointer, edits: edit.map { [$0] } ?? [])
    }

    /// A finding about a media URL.
    func finding(
        _ code: LintCode,
        _ message: String,
        reason: ReasonCode? = nil,
        fix: String? = nil,
        severity: LintSeverity? = nil,
        at medium: LintMedia,
        edits: [JSONEdit] = []
    ) -> LintFinding {
        finding(code, message, reason: reason, fix: fix, severity: severity, at: medium.pointer, edits: edits)
    }
}

/// A media URL of a payload.
struct LintMedia: Sendable {
    let value: JSONValue
    /// The JSON Pointer from the payload.
    let pointer: String
    let text: String
    /// Whether the policy reads it.
    let isRead: Bool
    /// The path of the type key that the policy reads beside it and the payload does not have.
    let missingTypePath: JSONPath?
    /// The type that the payload states beside it, and the place of that.
    var statedType: (pointer: String, text: String)?
}
