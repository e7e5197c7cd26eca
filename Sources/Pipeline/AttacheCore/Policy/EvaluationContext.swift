/// The terms a payload is evaluated under: policy, network and deadline.
package struct EvaluationContext: Sendable {
    /// The time limit of an extension, from Apple's `didReceive(_:withContentHandler:)`.
    package static let extensionTime = Duration.seconds(30)

    /// Policy and network; reading them here avoids a copy.
    let basis: EvaluationContextShared
    package var deadline: Deadline
    /// Warnings and notes about the choice of the policy.
    package var findings: [Reason]
    /// The client as a number.
    package var clientID = 0
    /// Whether the caller or the configuration gives less time than the extension has.
    package var hasShorterTimeout = false

    /// The policy of the receiving app.
    package var policy: Policy { basis.policy }
    /// The network of the receiving device.
    package var network: Network { basis.network }

    package init(policy: Policy, network: Network, deadline: Deadline, findings: [Reason]) {
        self.init(EvaluationContextShared(policy: policy, network: network), deadline: deadline, findings: findings)
    }

    init(_ basis: EvaluationContextShared, deadline: Deadline, findings: [Reason]) {
        self.basis = basis
        self.deadline = deadline
        self.findings = findings
    }
}

/// Policy and network, shared by all payloads that are evaluated under both.
final class EvaluationContextShared: Sendable {
    /// The policy of the receiving app.
    let policy: Policy
    /// The policy's name in the keys of verdicts: another one where the caller changed the policy.
    let key: String
    /// The network of the receiving device.
    let network: Network
    /// The default time limit.
    let limit: Duration
    /// Whether the name of a file decides nothing, here or on the device, since the caller judges it.
    let ignoresName: Bool

    init(policy: Policy, network: Network, ignoresName: Bool = false) {
        self.policy = policy.resolved
        // No policy file has a name with a solidus.
        key = ignoresName ? "\(policy.name)/bytes" : policy.name
        self.ignoresName = ignoresName
        self.network = network
        // A policy can only shorten the time limit of iOS.
        limit = min(EvaluationContext.extensionTime, policy.fetch.timeout)
    }
}
