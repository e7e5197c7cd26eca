/// Chooses the policy for a payload when nobody named one: whose media keys does it carry?
package struct PolicyChooser: Sendable {
    /// The policy that stands in when no other fits.
    package static let fallbackName = "apple"

    private let names: [String]
    private let paths: [[JSONPath]]
    private let filter: RootKeyFilter
    private let fallback: Int?

    /// Creates the chooser.
    ///
    /// - Parameter policies: The known policies in their documented order.
    package init(policies: PolicySet) {
        names = policies.names
        paths = policies.policies.map { $0.payload.media.map(\.url) }
        filter = RootKeyFilter(paths)
        fallback = names.firstIndex(of: Self.fallbackName)
    }

    /// Chooses by the media keys of a payload.
    ///
    /// - Parameter payload: The payload.
    /// - Returns: The place of the first policy in the documented order whose media keys the payload carries, with a
    ///   warning when others would fit too; that of `apple` when none does, and `nil` only when there is no such policy.
    package func choose(for payload: JSONDocument) -> (place: Int, findings: [Reason])? {
        let candidates = filter.policies(for: payload)
        var first: Int?
        var others: [String] = []
        if candidates != 0 {
            for place in paths.indices where candidates & RootKeyFilter.bit(place) != 0 {
                guard paths[place].contains(where: { $0.hasMatch(from: payload.root) }) else { continue }
                if first == nil { first = place } else { others.append(names[place]) }
            }
        }
        guard let first = first ?? fallback else { return nil }
        return (first, others.isEmpty ? [] : [Self.severalPolicies(names[first], others: others)])
    }

    private static func severalPolicies(_ name: String, others: [String]) -> Reason {
        Reason(
            .gateSeveralPolicies,
            "The payload carries media keys of \(name) and of \(others.joined(separator: ", ")); \(name) is used.",
            fix: "Name the receiving app's policy with --policy."
        )
    }
}
