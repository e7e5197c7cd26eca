import AttacheSystem

/// Skips hosts that do not answer, so that a thousand payloads that name a dead one do not each wait for it.
///
/// After `failureLimit` consecutive failures of one client a host is skipped for that client for a while; then a single
/// failure is enough. For the other clients it is skipped once two of them have seen an outage, unless it has answered
/// somebody lately: a URL that never answers says nothing about the other URLs of its host.
package final class HostCircuitBreaker: Sendable {
    /// Consecutive failures after which a host is skipped.
    package static let failureLimit = 3
    /// Default time for which a host is skipped.
    package static let standardTime = Duration.seconds(30)
    /// Maximum number of tracked hosts: payloads can name any number of them.
    private static let capacity = 10_000
    /// Shortest time after which a missed deadline counts against the host; below it the caller's deadline is the
    /// likelier cause.
    private static let minimumDeadline = Duration.seconds(5)

    private struct State {
        var outages: [String: HostOutage] = [:]
        /// When a host last answered.
        var answers: [String: ContinuousClock.Instant] = [:]
    }

    /// How long a host is skipped; zero disables the circuit breaker.
    private let time: Duration
    private let state = Locked(State())

    package init(time: Duration = HostCircuitBreaker.standardTime) {
        self.time = time
    }

    /// Returns the reason to skip the URL's host now for a client, if any.
    package func refusal(of url: MediaURL, for client: Int, at now: ContinuousClock.Instant) -> Reason? {
        guard time > .zero else { return nil }
        let outage = state.withLock { $0.outages[Self.key(url)] }
        guard let outage, let until = outage.end(for: client), now < until else { return nil }
        let left = max(1, Int((now.duration(to: until).milliseconds / 1000).rounded(.up)))
        return Reason(
            .fetchHostCooling,
            "\(url.host) failed \(outage.failureCount(for: client)) times in a row (last: \(outage.lastCode)); "
                + "it is skipped for another \(left) s.",
            fix: "Check that the origin is up, or set --host-cooling 0s to never skip a host."
        )
    }

    /// Records the result of a client's download, including its retry, that took `elapsed`.
    package func note(
        _ download: Download,
        for client: Int,
        after elapsed: Duration,
        at now: ContinuousClock.Instant
    ) {
        guard time > .zero else { return }
        let key = Self.key(download.url)
        guard case .failure(let failure) = download.body else {
            return state.withLock { state in
                state.outages[key] = nil
                if state.answers.count >= Self.capacity, state.answers[key] == nil { state.answers.removeAll() }
                state.answers[key] = now
            }
        }
        guard let code = failure.reasons.first?.code, Self.isOutage(code, failure.contact, after: elapsed) else {
            return
        }
        state.withLock { state in
            if state.outages.count >= Self.capacity, state.outages[key] == nil { state.outages.removeAll() }
            // A host that has answered somebody lately is not dead, whatever two clients say.
            let isAlive = state.answers[key].map { $0.duration(to: now) < time } ?? false
            state.outages[key, default: HostOutage(code)].note(code, of: client, at: now, for: time, isAlive: isAlive)
        }
    }

    /// Whether a failure means that the host does not answer. Refusals, statuses and broken files come from a host that
    /// answers; a transfer still in the queue, or one slow file, proves nothing.
    private static func isOutage(_ code: ReasonCode, _ contact: FetchFailure.Contact, after elapsed: Duration) -> Bool {
        guard contact == .tried else { return false }
        return switch code {
        case .fetchConnect, .fetchStalled, .fetchResolveFailed: true
        case .fetchDeadline: elapsed >= minimumDeadline
        default: false
        }
    }

    private static func key(_ url: MediaURL) -> String { "\(url.host):\(url.port)" }
}

/// The failures of one host since it last answered, by the clients that have seen them.
private struct HostOutage {
    /// Consecutive failures.
    struct Streak {
        var count = 0
        var last: ContinuousClock.Instant
        /// Until when the host is skipped.
        var end: ContinuousClock.Instant?
    }

    /// The limit of clients that are told apart: that many make an outage of all. The one without a failure for the longest
    /// time gives way to a new one.
    private static let clientLimit = 8

    private(set) var lastCode: ReasonCode
    private var clients: [Int: Streak] = [:]
    /// The failures of all clients; `nil` until two of them have seen the outage.
    private var shared: Streak?

    init(_ code: ReasonCode) { lastCode = code }

    /// Until when the host is skipped for a client.
    func end(for client: Int) -> ContinuousClock.Instant? {
        [clients[client]?.end, shared?.end].compactMap(\.self).max()
    }

    func failureCount(for client: Int) -> Int { max(clients[client]?.count ?? 0, shared?.count ?? 0) }

    /// Adds a failure that a client has seen, after which a host is skipped for `time`.
    mutating func note(
        _ code: ReasonCode,
        of client: Int,
        at now: ContinuousClock.Instant,
        for time: Duration,
        isAlive: Bool
    ) {
        lastCode = code
        if clients[client] == nil, clients.count >= Self.clientLimit,
            let oldest = clients.min(by: { $0.value.last < $1.value.last })?.key
        {
            clients[oldest] = nil
        }
        clients[client] = Self.next(clients[client], 1, at: now, for: time)
        // A client that has seen nothing for so long does not confirm what another one says.
        let recent = clients.values.filter { $0.last.duration(to: now) <= time * 2 }
        guard recent.count > 1, !isAlive else {
            shared = nil
            return
        }
        shared = Self.next(shared, shared == nil ? recent.reduce(0) { $0 + $1.count } : 1, at: now, for: time)
    }

    private static func next(
        _ before: Streak?,
        _ added: Int,
        at now: ContinuousClock.Instant,
        for time: Duration
    ) -> Streak {
        let count = (before?.count ?? 0) + added
        let end = count >= HostCircuitBreaker.failureLimit ? now.advanced(by: time) : before?.end
        return Streak(count: count, last: now, end: end)
    }
}

/// Hosts known to support HTTP/2: several requests share one connection.
package final class MultiplexedHosts: Sendable {
    /// Maximum number of hosts: payloads can name any number of them.
    private static let capacity = 10_000

    private let names = Locked<Set<String>>([])

    package init() {}

    /// Adds the host of a transfer over HTTP/2.
    package func note(_ host: MediaHost) {
        names.withLock { names in
            if names.count >= Self.capacity { names.removeAll() }
            names.insert(host.description)
        }
    }

    /// Whether a host is known; `name` is a name or address in lower case, without a port.
    package func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
