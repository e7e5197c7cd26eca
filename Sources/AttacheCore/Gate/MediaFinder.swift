/// Finds the media that a payload names, and the media keys that stand where no extension looks.
struct MediaFinder: Sendable {
    /// What the payload names under one policy.
    struct Found {
        /// The URLs, in the order they are tried.
        var references: [MediaReference] = []
        /// What keeps a media key from being used.
        var problems: [Reason] = []
        /// Whether any media key is there at all, usable or not.
        var hasMedia = false

        /// Adds what stands where a URL should.
        mutating func add(_ match: JSONMatch, hint: JSONMatch?) {
            hasMedia = true
            guard match.value.kind == .string else { return problems.append(MediaFinder.unusable(match)) }
            references.append(MediaReference(match, typeHint: hint?.value.string))
        }
    }

    private let policies: PolicySet

    init(policies: PolicySet) {
        self.policies = policies
    }

    /// Finds the media under one policy: the first place that exists, or every place where the policy takes all.
    func find(in payload: JSONDocument, policy: Policy) -> Found {
        var found = Found()
        for location in policy.payload.media {
            if location.url.isSingular, location.type?.isSingular ?? true {
                guard let match = location.url.first(in: payload.root) else { continue }
                found.add(match, hint: location.type?.first(in: payload.root))
            } else {
                let matches = location.url.matches(in: payload.root)
                guard !matches.isEmpty else { continue }
                let hints = location.type?.matches(in: payload.root) ?? []
                for (index, match) in matches.enumerated() {
                    // One hint may serve all URLs of a place, or each its own.
                    found.add(match, hint: hints.count == matches.count ? hints[index] : hints.first)
                }
            }
            if !policy.payload.takesAll { break }
        }
        if found.references.count > Gate.mediaLimit {
            found.problems.append(Self.tooMany(found.references.count))
            found.references.removeLast(found.references.count - Gate.mediaLimit)
        }
        return found
    }

    /// Media keys with a URL that stand in another place than the extension looks, `aps` above all.
    func misplaced(in payload: JSONDocument, policy: Policy) -> [Reason] {
        // A policy without media keys of its own recognises everybody's.
        let policies = policy.payload.media.isEmpty ? policies.policies : [policy]
        let paths = policies.flatMap { $0.payload.media.map(\.url) }
        var reasons: [Reason] = []
        var pending: [(value: JSONValue, location: String)] = [(payload.root, "$")]
        while let (value, location) = pending.popLast() {
            for (key, member) in value.members {
                let place = "\(location)['\(key)']"
                if let text = member.string {
                    guard Self.looksLikeURL(text), let path = paths.first(where: { $0.lastName == key }) else {
                        continue
                    }
                    reasons.append(Self.misplacedKey(key, at: place, path: path))
                } else if member.kind == .object {
                    pending.append((member, place))
                }
            }
        }
        return Array(reasons.prefix(Gate.mediaLimit))
    }

    private static func looksLikeURL(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    private static func misplacedKey(_ key: String, at place: String, path: JSONPath) -> Reason {
        let isInsideAPS = place.hasPrefix("$['aps']")
        return Reason(
            .gateMediaKeyMisplaced,
            isInsideAPS
                ? "The media key \"\(key)\" stands inside \"aps\", where extensions cannot see it."
                : "The media key \"\(key)\" stands at \(place), where the extension does not look.",
            fix: "Move it to \(path)."
        )
    }

    fileprivate static func unusable(_ match: JSONMatch) -> Reason {
        let kind: String =
            switch match.value.kind {
            case .object: "an object"
            case .array: "a list"
            case .number: "a number"
            case .boolean: "a boolean"
            case .null: "null"
            case .string: "a string"
            }
        return Reason(
            .gateMediaValueUnusable,
            "The media key \(match.location) holds \(kind) instead of a URL string.",
            fix: "Put one http or https URL there as a string."
        )
    }

    private static func tooMany(_ count: Int) -> Reason {
        Reason(
            .gateTooManyMedia,
            "The payload names \(count) media; the first \(Gate.mediaLimit) are looked at, and iOS shows the first.",
            fix: "Name one."
        )
    }
}
