/// The search for the media of a payload under one policy.
enum MediaFinder {
    /// The media of a payload under one policy.
    struct Found {
        /// The URLs, in the order of evaluation.
        var references: [MediaReference] = []
        /// The reasons why media keys cannot be used.
        var problems: [Reason] = []
        /// Whether any media key is present, usable or not.
        var hasMedia = false

        /// Adds the value of a media key, which should be a URL.
        mutating func add(_ match: JSONMatch, hint: JSONMatch?) {
            hasMedia = true
            guard match.value.kind == .string else { return problems.append(MediaFinder.unusable(match)) }
            references.append(MediaReference(match, typeHint: hint?.value.string))
        }
    }

    /// Finds the media under one policy: those of the first location that exists, or of all locations if the policy
    /// takes all.
    static func find(in payload: JSONDocument, policy: Policy, locations: RootKeyFilter) -> Found {
        var found = Found()
        let candidates = locations.matches(in: payload)
        for index in policy.payload.media.indices where candidates & RootKeyFilter.bit(index) != 0 {
            let location = policy.payload.media[index]
            if location.url.isSingular, location.type?.isSingular ?? true {
                guard let match = location.url.first(in: payload.root) else { continue }
                found.add(match, hint: location.type?.first(in: payload.root))
            } else {
                let matches = location.url.matches(in: payload.root)
                guard !matches.isEmpty else { continue }
                let hints = location.type?.matches(in: payload.root) ?? []
                for (index, match) in matches.enumerated() {
                    // A location has one hint for its URL, or one for each; of fewer nobody knows whose they are.
                    let isWhole = hints.count == matches.count || location.type?.isSingular ?? false
                    found.add(match, hint: isWhole ? hints.count > 1 ? hints[index] : hints.first : nil)
                }
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
            "The payload names \(count) media; the first \(Gate.mediaLimit) are evaluated, and iOS shows the first.",
            fix: "Name one URL."
        )
    }
}
