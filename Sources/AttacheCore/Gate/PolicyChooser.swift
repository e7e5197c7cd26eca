/// The automatic choice of a policy by the media keys of a payload.
package struct PolicyChooser: Sendable {
    /// The policy used when no other matches.
    package static let fallbackName = "apple"

    private let names: [String]
    private let paths: [[JSONPath]]
    private let evidence: [[JSONPath]]
    private let filter: RootKeyFilter
    /// For each policy the filter of its paths.
    private let pathFilters: [RootKeyFilter]
    private let fallback: Int?
    /// Whether only the fallback judges, since the caller named the paths of the receiving app.
    private let usesOnlyFallback: Bool

    /// Creates the chooser; `policies` are in their documented order.
    package init(policies: PolicySet) {
        names = policies.names
        paths = policies.policies.map { $0.payload.media.map(\.url) }
        evidence = policies.policies.map(\.payload.evidence)
        filter = RootKeyFilter(paths)
        pathFilters = paths.map { RootKeyFilter($0.map { [$0] }) }
        fallback = names.firstIndex(of: Self.fallbackName)
        usesOnlyFallback = !policies.ownMediaPaths.isEmpty
    }

    /// Returns the index of the first policy whose media keys, and own keys where it has such, the payload contains, with
    /// a warning when others read media from other keys; otherwise that of `apple`. `nil` only when there is no such
    /// policy. With media paths of the caller it is always `apple`, which reads them.
    package func choose(for payload: JSONDocument) -> (place: Int, findings: [Reason])? {
        if usesOnlyFallback { return fallback.map { ($0, []) } }
        let candidates = filter.matches(in: payload)
        var first: Int?
        var others: [String] = []
        if candidates != 0 {
            for place in paths.indices where candidates & RootKeyFilter.bit(place) != 0 {
                guard hasMedia(place, in: payload), hasEvidence(place, in: payload) else { continue }
                if let first {
                    if readsOther(place, than: first, in: payload) { others.append(names[place]) }
                } else {
                    first = place
                }
            }
        }
        guard let first = first ?? fallback else { return nil }
        return (first, others.isEmpty ? [] : [Self.severalPolicies(names[first], others: others)])
    }

    private func hasMedia(_ place: Int, in payload: JSONDocument) -> Bool {
        let candidates = pathFilters[place].matches(in: payload)
        return paths[place].indices.contains { path in
            candidates & RootKeyFilter.bit(path) != 0 && paths[place][path].hasMatch(from: payload.root)
        }
    }

    private func hasEvidence(_ place: Int, in payload: JSONDocument) -> Bool {
        evidence[place].isEmpty || evidence[place].contains { $0.hasMatch(from: payload.root) }
    }

    /// Whether a policy reads media from a key of the payload that the chosen policy does not read.
    private func readsOther(_ place: Int, than chosen: Int, in payload: JSONDocument) -> Bool {
        paths[place].contains { !paths[chosen].contains($0) && $0.hasMatch(from: payload.root) }
    }

    private static func severalPolicies(_ name: String, others: [String]) -> Reason {
        Reason(
            .gateSeveralPolicies,
            "The payload carries media keys of \(name) and of \(others.joined(separator: ", ")); \(name) is used.",
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
