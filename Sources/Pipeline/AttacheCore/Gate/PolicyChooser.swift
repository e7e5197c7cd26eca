/// The automatic choice of a policy by the media keys of a payload.
package struct PolicyChooser: Sendable {
    /// The policy used when no other matches.
    package static let fallbackName = "apple"

    private let names: [String]
    private let media: MediaKeyTable
    private let rules: [PayloadRules]
    /// The numbers of the paths of each policy's locations.
    private let paths: [[Int]]
    /// The places of the policies that are recognised without a media file.
    private let recognisedWithoutMedia: [Int]
    private let fallback: Int?
    /// Whether only the fallback judges, since the caller named the paths of the receiving app.
    private let usesOnlyFallback: Bool

    /// Creates the chooser; `policies` are in their documented order.
    package init(policies: PolicySet) {
        let payloads = policies.policies.map(\.payload)
        let media = policies.mediaKeys
        names = policies.names
        self.media = media
        rules = payloads
        paths = payloads.map { $0.media.map { media.number(of: $0.url) } }
        // Such an extension does not answer every push, or sets a thread: what it does without a media file matters too.
        recognisedWithoutMedia = payloads.indices.filter {
            (payloads[$0].onMissing == .hang || !payloads[$0].group.isEmpty) && !payloads[$0].evidence.isEmpty
        }
        fallback = names.firstIndex(of: Self.fallbackName)
        usesOnlyFallback = !policies.ownMediaPaths.isEmpty
    }

    /// Returns the index of the policy of a push, as for its payload; the vendor whose request builds the payload leaves no
    /// doubt about the receiver.
    package func choose(for notification: Notification) -> (place: Int, findings: [Reason])? {
        guard let choice = choice(for: notification.payload) else { return nil }
        if !choice.others.isEmpty, let policy = notification.delivery?.policy, let place = names.firstIndex(of: policy)
        {
            return (place, [])
        }
        return (choice.place, findings(choice, in: notification.payload))
    }

    /// Returns the index of the first policy whose media keys, and own keys where it has such, the payload contains; of
    /// several, the first with all keys that its extension needs. Others that read media from other keys cause a warning.
    /// A policy whose extension may not answer is recognised by its own keys alone. Without any it is that of `apple`, and
    /// `nil` only when there is no such policy. With media paths of the caller it is always `apple`, which reads them.
    package func choose(for payload: JSONDocument) -> (place: Int, findings: [Reason])? {
        choice(for: payload).map { ($0.place, findings($0, in: payload)) }
    }

    /// A policy, and others whose media keys the payload has where the policy reads none.
    private struct Choice {
        var place: Int
        var others: [Int] = []
        /// Whether it is the first in the order of policies.
        var isFirst = true
        /// The media paths that have a match.
        var paths: [Int] = []
    }

    private func choice(for payload: JSONDocument) -> Choice? {
        if usesOnlyFallback { return fallback.map { Choice(place: $0) } }
        let (nodes, bytes) = (payload.storage.tape, payload.storage.bytes)
        let (tape, text) = (nodes.span, bytes.span)
        let paths = media.matches(in: tape, text)
        var matching = media.readers(of: paths)
        // One by one, since most lists stay whole.
        for place in matching where !rules[place].hasEvidence(tape, text) { matching.removeAll { $0 == place } }
        if matching.count > 1 {
            // A condition may keep an extension from reading its key in this payload.
            let reading = matching.filter { reads($0, paths, tape, text) }
            if !reading.isEmpty { matching = reading }
        }
        if matching.count > 1, paths.count > 1 {
            // A key without a text is none that its extension could load.
            let loading = matching.filter { readsText($0, paths, payload) }
            if !loading.isEmpty { matching = loading }
        }
        guard let first = matching.first else {
            let place =
                recognisedWithoutMedia.first { rules[$0].hasEvidence(tape, text) && hasEffect($0, payload) }
                ?? fallback
            return place.map { Choice(place: $0) }
        }
        guard matching.count > 1 else { return Choice(place: first) }
        // Keys of its own say more about the receiver than a media key that many extensions read.
        let isIdentified = matching.contains { !rules[$0].evidence.isEmpty }
        let complete = matching.first { place in
            (!isIdentified || !rules[place].evidence.isEmpty) && rules[place].requires.areMet(tape, text)
        }
        let chosen = complete ?? first
        let others = matching.filter { $0 != chosen && !readsOther($0, than: chosen, of: paths).isEmpty }
        return Choice(place: chosen, others: others, isFirst: chosen == first, paths: paths)
    }

    /// The warning about the others that read a URL: what is no URL, no extension attaches.
    private func findings(_ choice: Choice, in payload: JSONDocument) -> [Reason] {
        let others = choice.others.filter { other in
            readsOther(other, than: choice.place, of: choice.paths).contains { path in
                path.matches(in: payload.root).contains { $0.value.string.map(URLText.isWeb) ?? false }
            }
        }
        return others.isEmpty ? [] : [severalPolicies(choice.place, others: others, isFirst: choice.isFirst)]
    }

    /// Whether the extension matters in a payload without a media file.
    private func hasEffect(_ place: Int, _ payload: JSONDocument) -> Bool {
        rules[place].onMissing == .hang || rules[place].hasGroup(in: payload.root)
    }

    /// Whether the extension reads one of the media paths that have a match.
    private func reads(_ place: Int, _ found: [Int], _ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        paths[place].indices.contains { index in
            found.contains(paths[place][index]) && rules[place].media[index].isRead(tape, text)
        }
    }

    /// Whether one of the values that the extension reads is a text.
    private func readsText(_ place: Int, _ found: [Int], _ payload: JSONDocument) -> Bool {
        paths[place].indices.contains { index in
            found.contains(paths[place][index])
                && rules[place].media[index].url.matches(in: payload.root).contains { $0.value.kind == .string }
        }
    }

    /// The paths with a match at which a policy reads media, and the chosen policy does not.
    private func readsOther(_ place: Int, than chosen: Int, of found: [Int]) -> [JSONPath] {
        paths[place].indices.compactMap { index in
            let path = paths[place][index]
            guard found.contains(path), !media.readers(of: path).contains(chosen) else { return nil }
            return rules[place].media[index].url
        }
    }

    private func severalPolicies(_ chosen: Int, others: [Int], isFirst: Bool) -> Reason {
        let name = names[chosen]
        let rest = others.map { names[$0] }.joined(separator: ", ")
        let cause =
            isFirst
            ? "On the device the app's own extension decides. Attache uses \(name), the first in the order of policies."
            : "Attache uses \(name), which would win on the device: only it has all keys that its extension needs."
        return Reason(
            .gateSeveralPolicies,
            "The payload carries media keys of \(name) and of \(rest). \(cause)",
            fix: "Name the receiving app's policy with --policy."
        )
    }
}

extension PolicySet {
    /// Returns the set with further media paths in the policy `apple`, which has none of its own: for an extension of
    /// one's own.
    package func reading(mediaAt paths: [JSONPath]) -> PolicySet {
        guard !paths.isEmpty, var policy = self[PolicyChooser.fallbackName] else { return self }
        policy.payload.media += paths.map { PayloadRules.MediaLocation(url: $0) }
        var policies = self
        policies.insert(policy)
        policies.ownMediaPaths += paths
        return policies
    }
}
