/// Under which terms one payload is judged: whose extension, on which network, by when.
package struct EvaluationContext: Sendable {
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
