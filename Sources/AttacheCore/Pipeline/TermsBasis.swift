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
        limit = min(EvaluationContextResolver.extensionTime, policy.fetch.timeout)
    }
}
