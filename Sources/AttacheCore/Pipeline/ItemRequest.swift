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
