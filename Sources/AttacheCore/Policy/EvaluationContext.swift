/// Under which terms one payload is judged: whose extension, on which network, by when.
package struct EvaluationContext: Sendable {
    /// The time that iOS gives an extension, from Apple's `didReceive(_:withContentHandler:)`.
    package static let extensionTime = Duration.seconds(30)

    /// Policy and network; asked here, they are not copied.
    let basis: EvaluationContextShared
    /// When the answer must be there.
    package var deadline: Deadline
    /// What is worth knowing about the choice.
    package var findings: [Reason]
    /// Who asks, as a number.
    package var clientID = 0

    /// How the receiving app behaves.
    package var policy: Policy { basis.policy }
    /// The receiving device's network.
    package var network: Network { basis.network }

    /// Creates terms.
    ///
    /// - Parameters:
    ///   - policy: How the receiving app behaves.
    ///   - network: The receiving device's network.
    ///   - deadline: When the answer must be there.
    ///   - findings: What is worth knowing about the choice.
    package init(policy: Policy, network: Network, deadline: Deadline, findings: [Reason]) {
        self.init(EvaluationContextShared(policy: policy, network: network), deadline: deadline, findings: findings)
    }

    /// Creates terms of what is shared.
    ///
    /// - Parameters:
    ///   - basis: Policy and network.
    ///   - deadline: When the answer must be there.
    ///   - findings: What is worth knowing about the choice.
    init(_ basis: EvaluationContextShared, deadline: Deadline, findings: [Reason]) {
        self.basis = basis
        self.deadline = deadline
        self.findings = findings
    }
}

/// Whose extension, on which network; the same for every payload that is judged under both, and so shared.
final class EvaluationContextShared: Sendable {
    /// How the receiving app behaves.
    let policy: Policy
    /// The receiving device's network.
    let network: Network
    /// The time that the extension has where nobody asks for another.
    let limit: Duration

    /// Creates a basis.
    ///
    /// - Parameters:
    ///   - policy: How the receiving app behaves.
    ///   - network: The receiving device's network.
    init(policy: Policy, network: Network) {
        self.policy = policy
        self.network = network
        // A policy's own time can only shorten what iOS gives.
        limit = min(EvaluationContext.extensionTime, policy.fetch.timeout)
    }
}
