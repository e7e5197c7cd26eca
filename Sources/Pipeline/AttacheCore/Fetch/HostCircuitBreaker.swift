import AttacheSystem

/// Skips hosts that do not answer, so that a thousand payloads that name a dead one do not each wait for it.
///
/// After `failureLimit` consecutive failures a host is skipped for a while; then a single failure is enough.
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

    private struct Record {
        var failureCount = 0
        var until: ContinuousClock.Instant?
        var lastCode = ReasonCode.fetchConnect
    }

    /// How long a host is skipped; zero disables the circuit breaker.
    private let time: Duration
    private let records = Locked<[String: Record]>([:])

    package init(time: Duration = HostCircuitBreaker.standardTime) {
        self.time = time
    }

    /// Returns the reason to skip the URL's host now, if any.
    package func refusal(of url: MediaURL, at now: ContinuousClock.Instant) -> Reason? {
        guard time > .zero else { return nil }
        let record = records.withLock { $0[Self.key(url)] }
        guard let record, let until = record.until, now < until else { return nil }
        let left = max(1, Int((now.duration(to: until).milliseconds / 1000).rounded(.up)))
        return Reason(
            .fetchHostCooling,
            "\(url.host) failed \(record.failureCount) times in a row (last: \(record.lastCode)); "
                + "it is skipped for another \(left) s.",
            fix: "Check that the origin is up, or set --host-cooling 0s to never skip a host."
        )
    }

    /// Records the result of a download, including its retry, that took `elapsed`.
    package func note(_ download: Download, after elapsed: Duration, at now: ContinuousClock.Instant) {
        guard time > .zero else { return }
        let key = Self.key(download.url)
        guard case .failure(let failure) = download.body else {
            return records.withLock { $0[key] = nil }
        }
        guard let code = failure.reasons.first?.code, Self.isOutage(code, failure.contact, after: elapsed) else {
            return
        }
        records.withLock { records in
            if records.count >= Self.capacity, records[key] == nil { records.removeAll() }
            var record = records[key, default: Record()]
            record.failureCount += 1
            record.lastCode = code
            if record.failureCount >= Self.failureLimit { record.until = now.advanced(by: time) }
            records[key] = record
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
