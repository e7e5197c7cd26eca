/// The automatic choice of a policy by the media keys of a payload.
package struct PolicyChooser: Sendable {
    /// The policy used when no other matches.
    package static let fallbackName = "apple"
    /// Policies with more paths than this have a filter of their own.
    private static let unfilteredCount = 4

    private let names: [String]
    private let payloads: [PayloadRules]
    private let filter: RootKeyFilter
    /// For each policy the filter of its paths, if it has many.
    private let pathFilters: [RootKeyFilter?]
    private let fallback: Int?
    /// Whether only the fallback judges, since the caller named the paths of the receiving app.
    private let usesOnlyFallback: Bool

    /// Creates the chooser; `policies` are in their documented order.
    package init(policies: PolicySet) {
        names = policies.names
        payloads = policies.policies.map(\.payload)
        filter = RootKeyFilter(payloads.map { $0.media.map(\.url) })
        pathFilters = payloads.map { $0.media.count > Self.unfilteredCount ? $0.locationFilter : nil }
        fallback = names.firstIndex(of: Self.fallbackName)
        usesOnlyFallback = !policies.ownMediaPaths.isEmpty
    }

    /// Returns the index of the first policy whose media keys, and own keys where it has such, the payload contains; of
    /// several, the first with all keys that its extension needs. Others that read media from other keys cause a warning.
    /// Without any it is that of `apple`, and `nil` only when there is no such policy. With media paths of the caller it
    /// is always `apple`, which reads them.
    package func choose(for payload: JSONDocument) -> (place: Int, findings: [Reason])? {
        if usesOnlyFallback { return fallback.map { ($0, []) } }
        let candidates = filter.matches(in: payload)
        guard candidates != 0 else { return fallback.map { ($0, []) } }
        var matching: [Int] = []
        for place in payloads.indices where candidates & RootKeyFilter.bit(place) != 0 {
            if hasMedia(place, in: payload), payloads[place].hasEvidence(in: payload.root) { matching.append(place) }
        }
        guard let first = matching.first else { return fallback.map { ($0, []) } }
        guard matching.count > 1 else { return (first, []) }
        let complete = matching.first { payloads[$0].missing(in: payload.root) == nil }
        let chosen = complete ?? first
        let others = matching.filter { $0 != chosen && readsOther($0, than: chosen, in: payload) }
        return (chosen, others.isEmpty ? [] : [severalPolicies(chosen, others: others, isFirst: chosen == first)])
    }

    private func hasMedia(_ place: Int, in payload: JSONDocument) -> Bool {
        let media = payloads[place].media
        let candidates = pathFilters[place]?.matches(in: payload) ?? .max
        return media.indices.contains { path in
            candidates & RootKeyFilter.bit(path) != 0 && media[path].url.hasMatch(from: payload.root)
        }
    }

    /// Whether a policy reads media from a key of the payload that the chosen policy does not read.
    private func readsOther(_ place: Int, than chosen: Int, in payload: JSONDocument) -> Bool {
        payloads[place].media.contains { location in
            !payloads[chosen].media.contains { $0.url == location.url } && location.url.hasMatch(from: payload.root)
        }
    }

    private func severalPolicies(_ chosen: Int, others: [Int], isFirst: Bool) -> Reason {
        let name = names[chosen]
        let rest = others.map { names[$0] }.joined(separator: ", ")
        let cause =
            isFirst
            ? "On the device the app's own extension decides; \(name) is used, the first in the order of policies."
            : "On the device \(name) would win, since only it has all keys that its extension needs; it is used."
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
