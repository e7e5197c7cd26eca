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
///
/// The same holds for all hosts together, where the clients share three quarters. The last quarter is for the first few
/// transfers of each, so that the next client finds some, however many hosts the others have that hang.
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

    /// A client that holds permits.
    private struct Client {
        var count = 0
        /// The hosts whose turn has passed because the client had its part, each once; releases give them another one in order.
        var skipped = FIFOQueue<MediaHost>()
        /// The same, to find one.
        var isSkipped: Set<MediaHost> = []

        mutating func skip(_ host: MediaHost) { if isSkipped.insert(host).inserted { skipped.append(host) } }

        mutating func popSkipped() -> MediaHost? {
            let host = skipped.popFirst()
            if let host { isSkipped.remove(host) }
            return host
        }
    }

    private struct State {
        var scheduler = FairScheduler<MediaHost, Turn>()
        /// The permits that each client of a service holds.
        var held: [Holder: Int] = [:]
        /// The same for all hosts together.
        var clients: [Int: Client] = [:]
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
            let running = state.scheduler.load.running
            guard running < limit else { return nil }
            let http2 = state.hostsWithHTTP2
            // Taken out, so that they are changed in place.
            var (held, clients): ([Holder: Int], [Int: Client]) = ([:], [:])
            swap(&held, &state.held)
            swap(&clients, &state.clients)
            defer {
                swap(&held, &state.held)
                swap(&clients, &state.clients)
            }
            func permits(of host: MediaHost) -> Int {
                http2.contains(host) ? limitPerHost * Self.streamLimit : limitPerHost
            }
            let turn = state.scheduler.next { host, load in
                load.running < permits(of: host)
            } admits: { host, client in
                guard client != Self.nobody else { return true }
                let holder = Holder(host: host, client: client)
                guard held[holder, default: 0] < Self.share(in: permits(of: host)) else { return false }
                guard let own = clients[client], own.count >= max(1, limit / 16) else { return true }
                if running < shared, own.count < part(of: clients.count) { return true }
                clients[client]?.skip(host)
                return false
            }
            guard let turn = turn?.element else { return nil }
            let request = turn.job.request
            if request.clientID != Self.nobody {
                held[Holder(host: request.url.host, client: request.clientID), default: 0] += 1
                clients[request.clientID, default: Client()].count += 1
            }
            return turn
        }
    }

    /// The permits of a limit that one client may hold: of several at least one is left.
    private static func share(in limit: Int) -> Int { max(1, limit - max(1, limit / 4)) }

    /// The permits of all hosts that the clients share; of fewer than four none is kept back.
    private var shared: Int { limit - limit / 4 }

    /// The permits of all hosts that each of some clients may hold.
    private func part(of count: Int) -> Int { max(1, shared / max(1, count)) }

    /// Removes a job that waits; returns `false` when it has had its turn.
    func remove(_ ticket: Int) -> Bool { state.withLock { $0.scheduler.remove(ticket) != nil } }

    /// Releases the permit of a job.
    func release(_ job: FetchJob) {
        let holder = Holder(host: job.request.url.host, client: job.request.clientID)
        state.withLock { state in
            // Last: the hosts that were skipped have waited longer than this one.
            defer { state.scheduler.release(holder.host) }
            guard let count = state.held[holder] else { return }
            state.held[holder] = count > 1 ? count - 1 : nil
            state.clients[holder.client]?.count -= 1
            if state.clients[holder.client]?.count == 0, var ended = state.clients.removeValue(forKey: holder.client) {
                // No release of its own follows.
                while let host = ended.popSkipped() { state.scheduler.unblock(host) }
            }
            let running = state.scheduler.load.running - 1
            for client in Array(state.clients.keys) { resume(client, besides: running, in: &state) }
        }
    }

    /// Gives a client turns at as many hosts where it was skipped and still waits as it has room for, and at one at least.
    private func resume(_ client: Int, besides running: Int, in state: inout State) {
        guard let own = state.clients[client] else { return }
        let more = min(part(of: state.clients.count) - own.count, shared - running)
        var room = max(1, limit / 16 - own.count, more)
        while room > 0, let host = state.clients[client]?.popSkipped() {
            guard state.scheduler.waitingCount(of: host, in: client) > 0 else { continue }
            state.scheduler.unblock(host)
            room -= 1
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
