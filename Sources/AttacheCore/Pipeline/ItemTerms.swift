/// Under which terms one payload is judged: whose extension, on which network, by when.
package struct ItemTerms: Sendable {
    /// How the receiving app behaves.
    package var policy: Policy
    /// The receiving device's network.
    package var network: Network
    /// When the answer must be there.
    package var deadline: Deadline
    /// What is worth knowing about the choice.
    package var findings: [Reason]

    /// Creates terms.
    ///
    /// - Parameters:
    ///   - policy: How the receiving app behaves.
    ///   - network: The receiving device's network.
    ///   - deadline: When the answer must be there.
    ///   - findings: What is worth knowing about the choice.
    package init(policy: Policy, network: Network, deadline: Deadline, findings: [Reason]) {
        self.policy = policy
        self.network = network
        self.deadline = deadline
        self.findings = findings
    }
}
