/// Policies by name, in the order in which `auto` looks at them.
package struct PolicySet: Sendable, Equatable {
    /// The policies, by `order` and then by name.
    package private(set) var policies: [Policy] = []

    /// Creates a set.
    ///
    /// - Parameter policies: Any policies; of two with the same name the later one is kept.
    package init(_ policies: [Policy] = []) {
        for policy in policies { insert(policy) }
    }

    /// The names, in the order of `policies`.
    package var names: [String] { policies.map(\.name) }

    /// The policy of a name.
    ///
    /// - Parameter name: The name as the policy file spells it.
    package subscript(_ name: String) -> Policy? {
        policies.first { $0.name == name }
    }

    /// Adds a policy, or replaces the one of the same name.
    ///
    /// - Parameter policy: The policy.
    package mutating func insert(_ policy: Policy) {
        policies.removeAll { $0.name == policy.name }
        let index = policies.firstIndex { ($0.order, $0.name) > (policy.order, policy.name) }
        policies.insert(policy, at: index ?? policies.endIndex)
    }
}
