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
/// skipped, so that one slow or flooded host does not delay the others. One client holds at most three quarters of a host's
/// permits, also while no other waits: a transfer that never ends could otherwise keep all of them from the next client.
final class TransferPermits: Sendable {
    /// A job that has a permit now.
    struct Turn: Sendable {
        let job: FetchJob
        /// Its loop; `nil` for the loop that asks, in tests.
        let owner: (any PermitOwner)?
    }

    /// A client of a host.
    private struct Holder: Hashable {
        let host: MediaHost
        let client: Int
    }

    private struct State {
        var scheduler = FairScheduler<MediaHost, Turn>()
        /// The permits that each client of a service holds.
        var held: [Holder: Int] = [:]
        var hostsWithHTTP2: Set<MediaHost> = []
    }

    /// The limit of streams that share a connection to a host with HTTP/2; servers offer about a hundred.
    private static let streamLimit = 100
    /// The client of a program that serves nobody else.
    private static let nobody = 0

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
            // Taken out, so that it is changed in place.
            var held: [Holder: Int] = [:]
            swap(&held, &state.held)
            defer { swap(&held, &state.held) }
            func permits(of host: MediaHost) -> Int {
                http2.contains(host) ? limitPerHost * Self.streamLimit : limitPerHost
            }
            let turn = state.scheduler.next { host, load in
                load.running < permits(of: host)
            } admits: { host, client in
                held[Holder(host: host, client: client), default: 0] < Self.share(of: client, in: permits(of: host))
            }
            guard let turn = turn?.element else { return nil }
            let request = turn.job.request
            if request.clientID != Self.nobody {
                held[Holder(host: request.url.host, client: request.clientID), default: 0] += 1
            }
            return turn
        }
    }

    private static func share(of client: Int, in limit: Int) -> Int {
        client == nobody ? limit : FairShare.ofOneClient(in: limit)
    }

    /// Removes a job that waits; returns `false` when it has had its turn.
    func remove(_ ticket: Int) -> Bool { state.withLock { $0.scheduler.remove(ticket) != nil } }

    /// Releases the permit of a job.
    func release(_ job: FetchJob) {
        let holder = Holder(host: job.request.url.host, client: job.request.clientID)
        state.withLock { state in
            state.scheduler.release(holder.host)
            guard let count = state.held[holder] else { return }
            state.held[holder] = count > 1 ? count - 1 : nil
        }
    }

    /// Records that a host uses HTTP/2, so that its streams share connections.
    func noteHTTP2(_ host: MediaHost) {
        state.withLock { state in
            // Bounded: an attacker can name any number of hosts.
            if state.hostsWithHTTP2.count >= 10_000 { state.hostsWithHTTP2.removeAll() }
            if state.hostsWithHTTP2.insert(host).inserted { state.scheduler.unblock(host) }
        }
    }
}
