/// The search for media that the policy in use does not read: URLs under known media keys, and URLs with a media name.
///
/// The search for URLs runs only for a payload in which the policy finds no media at all, so that such a payload is never
/// passed over in silence; the vendors' keys are looked up in every payload with media.
struct UnreadMediaFinder: Sendable {
    /// The limit of URLs that are examined: a payload may hold hundreds.
    private static let candidateLimit = 64

    private let policies: PolicySet
    private let keys: MediaKeyTable
    private let names: [String]
    private let areVendors: [Bool]

    init(policies: PolicySet) {
        self.policies = policies
        keys = policies.mediaKeys
        names = policies.names
        areVendors = policies.policies.map(\.isVendor)
    }

    /// Reports the URLs under vendors' keys that no media path of `policy` matches, in the order of the vendors; at most
    /// `Gate.mediaLimit`.
    func vendorKeys(in payload: JSONDocument, policy: Policy) -> [Reason] {
        let (nodes, bytes) = (payload.storage.tape, payload.storage.bytes)
        let (tape, text) = (nodes.span, bytes.span)
        let others = keys.readers(of: keys.matches(in: tape, text)).filter { place in
            guard areVendors[place], names[place] != policy.name else { return false }
            return policies.policies[place].payload.hasEvidence(tape, text)
        }
        guard !others.isEmpty else { return [] }
        var seen = Set(policy.payload.media.flatMap { $0.url.matches(in: payload.root) }.map(\.value.index))
        var reasons: [Reason] = []
        for vendor in others.map({ policies.policies[$0] }) {
            for match in vendor.payload.media.flatMap({ $0.url.matches(in: payload.root) }) {
                guard reasons.count < Gate.mediaLimit else { return reasons }
                guard let text = match.value.string, URLText.isWeb(text) else { continue }
                guard seen.insert(match.value.index).inserted else { continue }
                reasons.append(UnreadMedium(policy: policy).ofVendor(vendor, match))
            }
        }
        return reasons
    }

    /// Reports that nothing is at the caller's own media paths; `nil` without such paths, under another policy, and for a
    /// push that does not ask for the extension.
    func missing(in notification: Notification, policy: Policy) -> Reason? {
        guard !policies.ownMediaPaths.isEmpty, policy.name == PolicyChooser.fallbackName else { return nil }
        switch notification.aps.mutableContent {
        case .on, .onByUnusualValue: return OwnMediaPaths.missing(policies.ownMediaPaths)
        case .absent, .off: return nil
        }
    }

    /// Reports the media that `policy` does not read, in the order of the text; at most `Gate.mediaLimit`. A push that
    /// shows nothing has no media, whatever its URLs are called: only known keys count in it.
    func findings(in payload: JSONDocument, policy: Policy, isShown: Bool) -> [Reason] {
        if isShown, let reason = AppDrawnPush.reason(payload) { return [reason] }
        var candidates: [JSONMatch] = []
        var hidden: [HiddenMedium] = []
        for index in payload.storage.tape.indices where !payload.storage.tape[index].isKey {
            let value = JSONValue(storage: payload.storage, index: index)
            guard let text = value.string else { continue }
            if URLText.isWeb(text) {
                candidates.append(JSONMatch(value: value, root: payload.root))
                if candidates.count == Self.candidateLimit { break }
            } else if isShown, hidden.count < Gate.mediaLimit,
                let medium = HiddenMedium(text, at: JSONMatch(value: value, root: payload.root))
            {
                hidden.append(medium)
            }
        }
        let reasons = hidden.map { $0.reason(under: policy) }
        guard !candidates.isEmpty else { return reasons }
        let search = Search(payload: payload, policy: policy, policies: policies, isShown: isShown)
        return Array((candidates.lazy.compactMap(search.finding) + reasons).prefix(Gate.mediaLimit))
    }

    /// Whether a URL's path ends in the extension of a media type.
    static func hasMediaName(_ text: String) -> Bool {
        // A host such as `shop.com.au` is no file name.
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return false }
        let path = parts[3].prefix { $0 != "?" && $0 != "#" }
        guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last,
            let dot = name.lastIndex(of: "."), dot != name.startIndex
        else { return false }
        return MediaFormat.named(byExtension: name[name.index(after: dot)...].lowercased()) != nil
    }
}

extension UnreadMediaFinder {
    /// The search in one payload.
    private struct Search {
        /// A path and the name of the policy that reads it.
        private struct Place {
            let path: JSONPath
            let policy: String
        }

        private let policy: Policy
        /// The places of the policy in use. If it has none, those of the vendors whose keys the payload has, and of extensions
        /// that are no vendor's: a key of an app that somebody else made helps nobody.
        private let places: [Place]
        /// The policy that reads a value, by the value's index.
        private var policyReaders: [Int: String] = [:]
        private let isShown: Bool

        init(payload: JSONDocument, policy: Policy, policies: PolicySet, isShown: Bool) {
            self.policy = policy
            self.isShown = isShown
            // A policy that `auto` would not use for this payload comes last.
            let isEvident = { (policy: Policy) in policy.payload.hasEvidence(in: payload.root) }
            let ordered = policies.policies.filter(isEvident) + policies.policies.filter { !isEvident($0) }
            let readers =
                policy.payload.media.isEmpty ? ordered.filter { !$0.isVendor || Self.isOwn($0, payload) } : [policy]
            places = readers.flatMap { reader in
                reader.payload.media.map { Place(path: $0.url, policy: reader.name) }
            }
            for other in ordered where other.name != policy.name {
                for match in other.payload.media.flatMap({ $0.url.matches(in: payload.root) }) {
                    policyReaders[match.value.index] = policyReaders[match.value.index] ?? other.name
                }
            }
        }

        /// The finding about one URL; `nil` for a URL that is probably no media.
        func finding(_ match: JSONMatch) -> Reason? {
            if let reader = policyReaders[match.value.index] { return otherPolicy(reader, match) }
            let segments = match.segments
            let place = place(for: segments)
            if segments.first == .name("aps") {
                guard place != nil || isShown && UnreadMediaFinder.hasMediaName(match.value.string ?? "") else {
                    return nil
                }
                return insideAPS(match, place)
            }
            if let place, !policy.payload.media.isEmpty { return misplaced(match, place) }
            if let place {
                return unread(match, "Move it to \(place.path.pointer), which the policy \"\(place.policy)\" reads")
            }
            let isMedia = UnreadMediaFinder.hasMediaName(match.value.string ?? "") || MediaKeyName.isMedia(segments)
            guard isShown, isMedia else { return nil }
            return unread(
                match,
                ownPlaces.map {
                    "Put the URL where the policy reads media, \($0), or name another policy with --policy"
                }
                    ?? "Name the policy of the app's service extension with --policy; an app without one shows no media"
            )
        }

        /// Where the policy in use reads media; `nil` for one that reads none.
        private var ownPlaces: String? {
            guard !policy.payload.media.isEmpty else { return nil }
            let pointers = policy.payload.media.map(\.url.pointer)
            return pointers.prefix(4).joined(separator: ", ") + (pointers.count > 4 ? " and others" : "")
        }

        /// The place that a key at `segments` was probably meant for: one that ends like them, one that is spelled
        /// alike, otherwise the first with the same last name.
        private func place(for segments: [JSONPathSegment]) -> Place? {
            guard case .name(let key) = segments.last else { return nil }
            let endings = places.filter { segments.ends(with: $0.path.segments) }
            // `fcm_options.image` says more than `image`; of equal ones the first counts.
            return endings.max { $0.path.segments.count < $1.path.segments.count } ?? alike(segments)
                ?? places.first { $0.path.lastName == key }
        }

        /// Whether a payload has keys that only this vendor's sender writes.
        private static func isOwn(_ policy: Policy, _ payload: JSONDocument) -> Bool {
            !policy.payload.evidence.isEmpty && policy.payload.hasEvidence(in: payload.root)
        }

        private func alike(_ segments: [JSONPathSegment]) -> Place? {
            let places = places.filter { $0.path.segments.count == segments.count }
            guard !places.isEmpty else { return nil }
            // One that differs by case alone is more alike than one with other hyphens: of `mediaUrl` and `media-url`.
            return Self.first(of: places, like: segments) { $0.lowercased() }
                ?? Self.first(of: places, like: segments, spelled: Spelling.of)
        }

        /// The first place whose steps are equal but for the differences that a spelling leaves out.
        private static func first(
            of places: [Place],
            like segments: [JSONPathSegment],
            spelled spelling: (String) -> String
        ) -> Place? {
            func steps(_ segments: [JSONPathSegment]) -> [JSONPathSegment] {
                segments.map { segment in
                    guard case .name(let name) = segment else { return segment }
                    return .name(spelling(name))
                }
            }
            let wanted = steps(segments)
            return places.first { steps($0.path.segments) == wanted }
        }

        private func otherPolicy(_ reader: String, _ match: JSONMatch) -> Reason {
            UnreadMedium.reason(
                .gateMediaUnread,
                match,
                "The policy \"\(policy.name)\" does not read \(match.shownPointer), where \"\(reader)\" reads media.",
                fix: "If the receiving app reads it, use --policy \(reader)."
                    + (ownPlaces.map { " \"\(policy.name)\" reads \($0)." } ?? "")
            )
        }

        private func insideAPS(_ match: JSONMatch, _ place: Place?) -> Reason {
            let key = UnreadMedium.key(of: match)
            let isLaunchImage = key == "launch-image"
            return UnreadMedium.reason(
                .gateMediaKeyMisplaced,
                match,
                isLaunchImage
                    ? "\"launch-image\" names a picture in the app's bundle, which iOS shows while the app starts. It "
                        + "adds no picture to the push."
                    : "The media key \"\(key)\" is inside \"aps\", where no known extension reads it.",
                fix: place.map(Self.movingOut)
                    ?? (isLaunchImage
                        ? "Put the URL outside \"aps\", under a key that the app's service extension reads. An app "
                            + "without such an extension shows no media."
                        : "Move it out of \"aps\", to a key that the app's service extension reads. An app without "
                            + "such an extension shows no media.")
            )
        }

        /// Without a pointer: in a request to a push service the payload is somewhere inside.
        private static func movingOut(to place: Place) -> String {
            let (pointer, policy) = (place.path.pointer, place.policy)
            let name = pointer.dropFirst()
            let reads = name.contains("/") ? "reads it at \(pointer)" : "reads \"\(name)\""
            return
                "Move it out of \"aps\", next to it, where the policy \"\(policy)\" \(reads). An app without a service "
                + "extension shows no media."
        }

        private func misplaced(_ match: JSONMatch, _ place: Place) -> Reason {
            UnreadMedium.reason(
                .gateMediaKeyMisplaced,
                match,
                "The media key \"\(UnreadMedium.key(of: match))\" is at \(match.shownPointer), which \"\(policy.name)\" does not read.",
                fix: "Move it to \(place.path.pointer), which the policy \"\(place.policy)\" reads."
            )
        }

        private func unread(_ match: JSONMatch, _ advice: String) -> Reason {
            let type = MediaKeyName.unknownType(beside: match)
            let option = UnreadMedium.option(for: match).map { "; for your own extension, use \($0)" } ?? ""
            return UnreadMedium.reason(
                .gateMediaUnread,
                match,
                "The policy \"\(policy.name)\" does not read the URL at \(match.shownPointer), which looks like media."
                    + (type?.sentence ?? ""),
                fix: "\(type?.fix ?? "")\(advice)\(option)."
            )
        }
    }
}

extension [JSONPathSegment] {
    fileprivate func ends(with other: [JSONPathSegment]) -> Bool { suffix(other.count).elementsEqual(other) }
}
