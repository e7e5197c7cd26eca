/// Chooses the policy for a payload when nobody named one: whose media keys does it carry?
package struct PolicyChooser: Sendable {
    /// The policy that stands in when no other fits.
    package static let fallbackName = "apple"

    private let policies: PolicySet

    /// Creates the chooser.
    ///
    /// - Parameter policies: The known policies in their documented order.
    package init(policies: PolicySet) {
        self.policies = policies
    }

    /// Chooses by the media keys of a payload.
    ///
    /// - Parameter payload: The payload.
    /// - Returns: The first policy in the documented order whose media keys the payload carries, with a warning when
    ///   others would fit too; `apple` when none does, and `nil` only when there is no such policy.
    package func choose(for payload: JSONDocument) -> (policy: Policy, findings: [Reason])? {
        let fitting = policies.policies.filter { policy in
            policy.payload.media.contains { $0.url.first(in: payload.root) != nil }
        }
        guard let first = fitting.first else {
            return policies[Self.fallbackName].map { ($0, []) }
        }
        let others = fitting.dropFirst().map(\.name)
        guard !others.isEmpty else { return (first, []) }
        return (first, [Self.severalPolicies(first.name, others: others)])
    }

    private static func severalPolicies(_ name: String, others: [String]) -> Reason {
        Reason(
            .gateSeveralPolicies,
            "The payload carries media keys of \(name) and of \(others.joined(separator: ", ")); \(name) is used.",
            fix: "Name the receiving app's policy with --policy."
        )
    }
}
