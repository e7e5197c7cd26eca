/// The search for the media of a payload under one policy.
enum MediaFinder {
    /// The media of a payload under one policy.
    struct Found {
        /// The URLs, in the order of evaluation.
        var references: [MediaReference] = []
        /// The reasons why media keys cannot be used.
        var problems: [Reason] = []
        /// The media keys that the extension does not read beside the other keys of the payload.
        var unread: [Reason] = []
        /// Whether any media key that the extension reads is present, usable or not.
        var hasMedia = false

        /// Adds the value of a media key, which should be a URL.
        mutating func add(_ match: JSONMatch, hint: JSONMatch?) {
            hasMedia = true
            guard match.value.kind == .string else {
                // The place of a value costs a look at all values before it.
                if problems.count < Gate.mediaLimit { problems.append(MediaFinder.unusable(match)) }
                return
            }
            references.append(MediaReference(match, typeHint: hint?.value.string))
        }
    }

    /// Finds the media under one policy: those of the first location that exists and that the extension reads, or of all
    /// such locations if the policy takes all.
    static func find(in payload: JSONDocument, policy: Policy) -> Found {
        var found = Found()
        let (nodes, bytes) = (payload.storage.tape, payload.storage.bytes)
        for index in policy.payload.media.indices {
            // Most policies have a place that a payload does not have; its location is not copied.
            guard let place = policy.payload.media[index].url.first(in: nodes.span, bytes.span) else { continue }
            let location = policy.payload.media[index]
            if location.url.isSingular, location.type?.isSingular ?? true {
                let match = JSONMatch(value: JSONValue(storage: payload.storage, index: place), root: payload.root)
                guard location.isRead(in: payload.root) else {
                    if let reason = unread(match, location, policy, payload) { found.unread.append(reason) }
                    continue
                }
                found.add(match, hint: location.type?.first(in: payload.root))
            } else {
                let matches = location.matches(in: payload.root)
                guard !matches.isEmpty else { continue }
                guard location.isRead(in: payload.root) else {
                    found.unread += matches.prefix(Gate.mediaLimit).compactMap {
                        unread($0.url, location, policy, payload)
                    }
                    continue
                }
                for match in matches { found.add(match.url, hint: match.hint) }
            }
            if !policy.payload.takesAll, !policy.payload.fallsBack { break }
        }
        if found.references.count > Gate.mediaLimit {
            found.problems.append(tooMany(found.references.count))
            found.references.removeLast(found.references.count - Gate.mediaLimit)
        }
        return found
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
        let place = match.shownPointer
        return Reason(
            .gateMediaValueUnusable,
            place.isEmpty
                ? "The media path $ is the whole payload, which is \(kind) instead of a URL string."
                : "The media key \(place) holds \(kind) instead of a URL string.",
            fix: "Put one http or https URL there as a string.",
            pointer: match.pointer
        )
    }

    private static func tooMany(_ count: Int) -> Reason {
        Reason(
            .gateTooManyMedia,
            "The payload names \(count) media files; Attache checks the first \(Gate.mediaLimit), and iOS shows only "
                + "the first.",
            fix: "Name one URL."
        )
    }

    /// Reports a URL that the extension does not read in this payload.
    private static func unread(
        _ match: JSONMatch,
        _ location: PayloadRules.MediaLocation,
        _ policy: Policy,
        _ payload: JSONDocument
    ) -> Reason? {
        guard match.value.kind == .string else { return nil }
        let missing = location.when.first { !$0.isMet(in: payload.root) }
        let text = missing?.text ?? location.unless.map(\.text).joined(separator: " and ")
        return UnreadMedium.reason(
            .gateMediaUnread,
            match,
            "The extension of \"\(policy.name)\" reads \(match.shownPointer) only \(missing == nil ? "without" : "with") \(text).",
            fix: missing == nil ? unblocking(location, policy, payload) : "Add \(text)."
        )
    }

    /// The cure where a key of the payload keeps the extension from reading another; without "aps" iOS would show nothing.
    private static func unblocking(
        _ location: PayloadRules.MediaLocation,
        _ policy: Policy,
        _ payload: JSONDocument
    ) -> String {
        let needsKey = location.unless.contains { $0.text.contains("/aps/") }
        guard needsKey else { return "Remove \(location.unless.map(\.text).joined(separator: " and "))." }
        let other = policy.payload.media.first { $0.isRead(in: payload.root) && $0.url != location.url }
        return "Give the URL at \(other?.url.pointer ?? "another key of the vendor")."
    }
}

extension PayloadRules.MediaLocation {
    /// The URLs of a location with wildcards, each with its own type hint.
    package func matches(in root: JSONValue) -> [(url: JSONMatch, hint: JSONMatch?)] {
        guard let type else { return url.matches(in: root).map { ($0, nil) } }
        if let count = commonStepCount(type) {
            // The hint of an element is beside its URL; another element may have none.
            let owners = JSONPath(Array(url.segments.prefix(count)), "").matches(in: root)
            let (urlPath, typePath) = (rest(of: url, after: count), rest(of: type, after: count))
            return owners.compactMap { owner in
                urlPath.first(in: owner.value).map { match in
                    let hint = typePath.first(in: owner.value)
                    return (
                        JSONMatch(value: match.value, root: root), hint.map { JSONMatch(value: $0.value, root: root) }
                    )
                }
            }
        }
        let matches = url.matches(in: root)
        let hints = type.matches(in: root)
        // A location has one hint for its URL, or one for each; of fewer nobody knows whose they are.
        let isWhole = hints.count == matches.count || type.isSingular
        return matches.enumerated().map { index, match in
            (match, isWhole ? hints.count > 1 ? hints[index] : hints.first : nil)
        }
    }

    /// The number of steps up to the last wildcard, which both paths have in common; `nil` for other paths.
    private func commonStepCount(_ type: JSONPath) -> Int? {
        guard let last = url.segments.lastIndex(of: .wildcard), type.segments.count > last,
            type.segments[...last] == url.segments[...last], !type.segments[(last + 1)...].contains(.wildcard)
        else { return nil }
        return last + 1
    }

    private func rest(of path: JSONPath, after count: Int) -> JSONPath {
        JSONPath(Array(path.segments.dropFirst(count)), "")
    }
}
