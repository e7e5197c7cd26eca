/// What a caller asks for one item, where it differs from the configuration; an envelope's own words come first.
package struct RequestOverrides: Sendable {
    /// The policy's name.
    package var policy: String?
    /// The network's name.
    package var network: String?
    /// Time from the item's arrival.
    package var timeout: Duration?
    /// What `timeout` and an envelope's own time are cut to; `nil` for no limit.
    package var maximumTimeout: Duration?

    /// Who asks, as a number: of several parties that wait for one host each has its turn.
    package var clientID = 0

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - policy: The policy's name.
    ///   - network: The network's name.
    ///   - timeout: Time from the item's arrival.
    package init(policy: String? = nil, network: String? = nil, timeout: Duration? = nil) {
        self.policy = policy
        self.network = network
        self.timeout = timeout
    }

    /// A time that somebody asks for, as far as it is given.
    func clamped(_ timeout: Duration) -> Duration {
        maximumTimeout.map { min($0, timeout) } ?? timeout
    }
}

/// Decides under which terms a payload is judged: the envelope's word, then the caller's, then the configuration's.
package struct EvaluationContextResolver: Sendable {
    /// The word for "whose media keys does the payload carry?".
    package static let automatic = "auto"

    private let policyNames: [String]
    private let networkNames: [String]
    private let defaultPolicy: String
    private let defaultNetwork: String
    private let timeout: Duration?
    /// Made once: for each policy, in the order of their names, one for each network.
    private let bases: [[EvaluationContextShared]]
    private let chooser: PolicyChooser

    /// Creates the resolver.
    ///
    /// - Parameters:
    ///   - policies: The known policies.
    ///   - networks: The known networks.
    ///   - policy: The policy where nobody names one; `auto` chooses by the payload.
    ///   - network: The network where nobody names one.
    ///   - timeout: The time for each item, or `nil` for the policy's.
    ///   - ats: The ATS dictionary that replaces every policy's, or `nil`.
    package init(
        policies: PolicySet,
        networks: [Network],
        policy: String,
        network: String,
        timeout: Duration?,
        ats: ATSDictionary?
    ) {
        policyNames = policies.names
        networkNames = networks.map(\.name)
        self.defaultPolicy = policy
        self.defaultNetwork = network
        self.timeout = timeout
        bases = policies.policies.map { policy in
            var policy = policy
            // The keys are replaced; which release they are read by stays the policy's affair.
            if let ats { policy.ats = ats.withReadings(of: policy.ats) }
            return networks.map { EvaluationContextShared(policy: policy, network: $0) }
        }
        self.chooser = PolicyChooser(policies: policies)
    }

    /// The terms for one push.
    ///
    /// - Parameters:
    ///   - notification: The push.
    ///   - item: The item it came from.
    ///   - request: What the caller asks for.
    /// - Returns: The terms, or a rejection when the policy or network that was asked for does not exist.
    package func context(
        for notification: Notification,
        of item: InputItem,
        asked request: RequestOverrides
    ) -> Result<EvaluationContext, RejectedPayload> {
        let policyName = notification.envelope?.policy ?? request.policy ?? defaultPolicy
        let networkName = notification.envelope?.network ?? request.network ?? defaultNetwork
        guard let (policy, findings) = policy(named: policyName, for: notification) else {
            return .failure(rejection(notification, "policy", policyName, known: policyNames))
        }
        guard let network = networkNames.firstIndex(of: networkName) else {
            return .failure(rejection(notification, "network", networkName, known: networkNames))
        }
        let basis = bases[policy][network]
        let deadline = deadline(notification, of: item, asked: request, basis)
        var terms = EvaluationContext(basis, deadline: deadline, findings: findings)
        terms.clientID = request.clientID
        return .success(terms)
    }

    /// What a caller asks for wins.
    private func deadline(
        _ notification: Notification,
        of item: InputItem,
        asked request: RequestOverrides,
        _ basis: EvaluationContextShared
    ) -> Deadline {
        // A sender's own time runs while the item waits for its turn, since the sender waits as well.
        if let asked = notification.envelope?.timeout {
            return Deadline(at: item.received.advanced(by: request.clamped(asked)))
        }
        let asked = request.timeout.map { request.clamped($0) }
        return Deadline(at: item.arrival.advanced(by: asked ?? timeout ?? basis.limit))
    }

    /// A policy by its place, with what is worth knowing about the choice.
    private func policy(named name: String, for notification: Notification) -> (Int, [Reason])? {
        if name == Self.automatic { return chooser.choose(for: notification.payload) }
        return policyNames.firstIndex(of: name).map { ($0, []) }
    }

    private func rejection(
        _ notification: Notification,
        _ what: String,
        _ name: String,
        known: [String]
    ) -> RejectedPayload {
        RejectedPayload(
            identifier: notification.identifier,
            headers: notification.envelope?.headers.text,
            reasons: [
                Reason(
                    .payloadInvalidEnvelope,
                    "There is no \(what) \"\(name)\".",
                    fix: "Use one of \(known.joined(separator: ", "))."
                )
            ]
        )
    }
}
