import AttacheSystem

/// A caller's overrides of the configuration for one item; the values of an envelope win over them.
package struct RequestOverrides: Sendable {
    package var policy: String?
    package var network: String?
    /// The time limit from the item's arrival.
    package var timeout: Duration?
    /// The maximum of `timeout` and of an envelope's time limit; `nil` for none.
    package var maximumTimeout: Duration?

    /// The client as a number, for fair queueing of several clients of one host.
    package var clientID = 0
    /// Whether no URL is refused by the extension in it: the media file is loaded, and judged by its bytes alone.
    package var ignoresName = false

    package init(policy: String? = nil, network: String? = nil, timeout: Duration? = nil) {
        self.policy = policy
        self.network = network
        self.timeout = timeout
    }

    /// The timeout, at most `maximumTimeout`.
    func clamped(_ timeout: Duration) -> Duration {
        maximumTimeout.map { min($0, timeout) } ?? timeout
    }
}

/// The choice of policy, network and deadline: the envelope wins over the caller, the caller over the configuration.
package struct EvaluationContextResolver: Sendable {
    /// The policy name that selects a policy by the media keys of the payload.
    package static let automatic = "auto"

    private let policyNames: [String]
    private let networkNames: [String]
    /// The policy of items that name none, and whose caller names none.
    let defaultPolicy: String
    private let defaultNetwork: String
    private let timeout: Duration?
    private let policies: PolicySet
    private let networks: [Network]
    private let ats: ATSDictionary?
    /// One entry per policy and network, in the order of their names; most are never needed.
    private let bases: [LazyReference<EvaluationContextShared>]
    /// The same for items whose caller ignores names.
    private let namelessBases: [LazyReference<EvaluationContextShared>]
    private let chooser: PolicyChooser

    /// Creates the resolver.
    ///
    /// - Parameters:
    ///   - policies: The known policies.
    ///   - networks: The known networks.
    ///   - policy: The default policy; `auto` selects one by the payload.
    ///   - network: The default network.
    ///   - timeout: The time limit of each item; `nil` for the policy's.
    ///   - ats: The ATS dictionary that replaces that of every policy, if any.
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
        self.policies = policies
        self.networks = networks
        self.ats = ats
        let count = policies.policies.count * networks.count
        bases = (0..<count).map { _ in LazyReference() }
        namelessBases = (0..<count).map { _ in LazyReference() }
        self.chooser = PolicyChooser(policies: policies)
    }

    /// Returns a resolver whose policy `apple` reads further media paths, and its policies.
    func reading(mediaAt paths: [JSONPath]) -> (EvaluationContextResolver, PolicySet) {
        let policies = policies.reading(mediaAt: paths)
        let resolver = EvaluationContextResolver(
            policies: policies,
            networks: networks,
            policy: defaultPolicy,
            network: defaultNetwork,
            timeout: timeout,
            ats: ats
        )
        return (resolver, policies)
    }

    /// The terms of one push; throws a rejection when the requested policy or network does not exist.
    package func context(
        for notification: Notification,
        of item: InputItem,
        asked request: RequestOverrides
    ) throws(RejectedPayload) -> EvaluationContext {
        let policyName = notification.envelope?.policy ?? request.policy ?? defaultPolicy
        let networkName = notification.envelope?.network ?? request.network ?? defaultNetwork
        guard let (policy, findings) = policy(named: policyName, for: notification) else {
            throw rejection(notification, "policy", policyName, known: policyNames)
        }
        guard let network = networkNames.firstIndex(of: networkName) else {
            throw rejection(notification, "network", networkName, known: networkNames)
        }
        let basis = basis(policy, network, ignoresName: request.ignoresName)
        let deadline = deadline(notification, of: item, asked: request, basis)
        var context = EvaluationContext(basis, deadline: deadline, findings: findings)
        context.clientID = request.clientID
        let given = (notification.envelope?.timeout ?? request.timeout).map(request.clamped) ?? timeout
        context.hasShorterTimeout = given.map { $0 < basis.limit } ?? false
        return context
    }

    /// The terms of a policy and a network, made once.
    private func basis(_ policy: Int, _ network: Int, ignoresName: Bool) -> EvaluationContextShared {
        guard ignoresName else {
            return bases[policy * networks.count + network].value {
                EvaluationContextShared(policy: self.policy(policy), network: networks[network])
            }
        }
        return namelessBases[policy * networks.count + network].value {
            var policy = self.policy(policy)
            policy.extensionStrategies = [.bytes]
            return EvaluationContextShared(policy: policy, network: networks[network], ignoresName: true)
        }
    }

    /// A policy with the caller's ATS keys.
    private func policy(_ index: Int) -> Policy {
        var policy = policies.policies[index]
        // Only the keys are replaced; the policy still sets the iOS release whose rules apply to them.
        if let ats { policy.ats = ats.withReadings(of: policy.ats) }
        return policy
    }

    /// The envelope's timeout wins over the caller's, and that over the configured one.
    private func deadline(
        _ notification: Notification,
        of item: InputItem,
        asked request: RequestOverrides,
        _ basis: EvaluationContextShared
    ) -> Deadline {
        // The sender's timeout includes queueing, since the sender waits during it too.
        if let asked = notification.envelope?.timeout {
            return Deadline(at: item.received.advanced(by: request.clamped(asked)))
        }
        let asked = request.timeout.map { request.clamped($0) }
        return Deadline(at: item.arrival.advanced(by: asked ?? timeout ?? basis.limit))
    }

    /// The index of a policy and the findings about its choice.
    private func policy(named name: String, for notification: Notification) -> (Int, [Reason])? {
        if name == Self.automatic { return chooser.choose(for: notification) }
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
