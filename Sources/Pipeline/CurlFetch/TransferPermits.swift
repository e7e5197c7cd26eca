import AttacheCore
import AttacheSystem

/// A loop whose transfers wait for permits.
protocol PermitOwner: AnyObject, Sendable {
    /// Starts the transfer of a job that has a permit now; called on any thread.
    func start(_ job: FetchJob)
}

/// The permits for transfers of all loops: a limit of transfers, and one for each host.
///
/// Hosts take turns, and so do the clients of a host, whichever loop they are dealt to. Hosts without a free permit are
/// skipped, so that one slow or flooded host does not delay the others.
final class TransferPermits: Sendable {
    /// A job that has a permit now.
    struct Turn: Sendable {
        let job: FetchJob
        /// Its loop; `nil` for the loop that asks, in tests.
        let owner: (any PermitOwner)?
    }

    private struct State {
        var scheduler = FairScheduler<MediaHost, Turn>()
        var hostsWithHTTP2: Set<MediaHost> = []
    }

    /// The limit of streams that share a connection to a host with HTTP/2; servers offer about a hundred.
    private static let streamLimit = 100

    private let limit: Int
    private let limitPerHost: Int
    private let state = Locked(State())

    init(limit: Int, limitPerHost: Int) {
        self.limit = limit
        self.limitPerHost = limitPerHost
    }

    /// Adds a job that waits; returns the ticket to remove it with.
    func append(_ job: FetchJob, of owner: (any PermitOwner)?) -> Int {
        state.withLock { state in
            let turn = Turn(job: job, owner: owner)
            return state.scheduler.append(turn, key: job.request.url.host, lane: job.request.clientID)
        }
    }

    /// Returns the next job with a permit, which it holds until `release`.
    func next() -> Turn? {
        state.withLock { state in
            guard state.scheduler.load.running < limit else { return nil }
            let http2 = state.hostsWithHTTP2
            return state.scheduler
                .next { host, load in
                    load.running < (http2.contains(host) ? limitPerHost * Self.streamLimit : limitPerHost)
                }?
                .element
        }
    }

    /// Removes a job that waits; returns `false` when it has had its turn.
    func remove(_ ticket: Int) -> Bool { state.withLock { $0.scheduler.remove(ticket) != nil } }

    func release(_ host: MediaHost) { state.withLock { $0.scheduler.release(host) } }

    /// Records that a host uses HTTP/2, so that its streams share connections.
    func noteHTTP2(_ host: MediaHost) {
        state.withLock { state in
            // Bounded: an attacker can name any number of hosts.
            if state.hostsWithHTTP2.count >= 10_000 { state.hostsWithHTTP2.removeAll() }
            if state.hostsWithHTTP2.insert(host).inserted { state.scheduler.unblock(host) }
        }
    }
}
