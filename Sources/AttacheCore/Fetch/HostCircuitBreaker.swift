import AttacheSystem

/// Remembers hosts that do not answer, so that a thousand payloads that name a dead one do not each wait for it.
///
/// A host is left alone after some failures in a row, for a while; then one more failure is enough.
package final class HostCircuitBreaker: Sendable {
    /// Failures in a row after which a host is left alone.
    package static let failureLimit = 3
    /// How long a host is left alone when nothing else is said.
    package static let standardTime = Duration.seconds(30)
    /// Hosts that are remembered at most: strangers name any number of them.
    private static let capacity = 10_000
    /// A deadline counts against the host when it had at least this long; shorter ones say more of the caller.
    private static let minimumDeadline = Duration.seconds(5)

    private struct Record {
        var failureCount = 0
        var until: ContinuousClock.Instant?
        var lastCode = ReasonCode.fetchConnect
    }

    private let time: Duration
    private let records = Locked<[String: Record]>([:])

    /// Creates the register.
    ///
    /// - Parameter time: How long a host is left alone; zero never leaves one alone.
    package init(time: Duration = HostCircuitBreaker.standardTime) {
        self.time = time
    }

    /// Whether a host is left alone now.
    ///
    /// - Parameters:
    ///   - url: What is to be loaded.
    ///   - now: The instant.
    /// - Returns: The reason not to ask, or `nil`.
    package func refusal(of url: MediaURL, at now: ContinuousClock.Instant) -> Reason? {
        guard time > .zero else { return nil }
        let record = records.withLock { $0[Self.key(url)] }
        guard let record, let until = record.until, now < until else { return nil }
        let left = max(1, Int((now.duration(to: until).milliseconds / 1000).rounded(.up)))
        return Reason(
            .fetchHostCooling,
            "\(url.host) failed \(record.failureCount) times in a row (last: \(record.lastCode)); "
                + "it is asked again in \(left) s.",
            fix: "Check that the origin is up, or set --host-cooling 0s to ask it every time."
        )
    }

    /// Takes note of how a download ended.
    ///
    /// - Parameters:
    ///   - download: The download, its second attempt included.
    ///   - elapsed: How long it took.
    ///   - now: The instant.
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

    /// Whether a failure says that the host does not answer; a refusal, a status or a broken file says that it does.
    ///
    /// Neither does a transfer that waited for its turn, or one slow file of a host that answers.
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

/// Hosts that were seen to carry many requests on one connection, HTTP/2: asking them often costs no connections.
package final class MultiplexedHosts: Sendable {
    /// A stranger can name any number of hosts.
    private static let capacity = 10_000

    private let names = Locked<Set<String>>([])

    /// Creates an empty set.
    package init() {}

    /// Notes a host.
    ///
    /// - Parameter host: The host of a transfer that went over HTTP/2.
    package func note(_ host: MediaHost) {
        names.withLock { names in
            if names.count >= Self.capacity { names.removeAll() }
            names.insert(host.description)
        }
    }

    /// Whether a host was noted.
    ///
    /// - Parameter name: The host's name or address, in lower case and without a port.
    /// - Returns: Whether it was.
    package func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
