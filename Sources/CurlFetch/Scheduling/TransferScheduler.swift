import AttacheCore

/// The transfers that wait for their turn: for a place overall, for one at their host, or for a throttle's delay.
///
/// Hosts are served in turn, each in the order of arrival, passing over those that have no place left, so that one slow
/// or flooded host does not hold up the others.
struct TransferScheduler {
    /// Transfers that may be under way at once.
    private let limit: Int
    private let hosts: ConnectionLimits
    private var turns = HostRoundRobin()
    private var delayed = TimerQueue<CurlTransfer>()
    private var running: Set<ObjectIdentifier> = []

    init(limit: Int, limitPerHost: Int) {
        self.limit = limit
        hosts = ConnectionLimits(connectionLimit: limitPerHost)
    }

    mutating func append(_ transfer: CurlTransfer) {
        transfer.isWaiting = true
        if let start = transfer.notBefore {
            delayed.insert(transfer, at: start)
        } else {
            turns.append(transfer)
        }
    }

    /// The next transfer that may start; it holds its place until `release`.
    mutating func next(at now: ContinuousClock.Instant) -> CurlTransfer? {
        while let (start, transfer) = delayed.first, start <= now {
            delayed.removeFirst()
            transfer.notBefore = nil
            if transfer.isWaiting { turns.append(transfer) }
        }
        guard running.count < limit, let transfer = turns.next(hosts: hosts) else { return nil }
        running.insert(ObjectIdentifier(transfer))
        hosts.take(transfer.url.host)
        return transfer
    }

    /// When the first of those starts that only wait for a delay, or `nil`.
    mutating func nextStart(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        while let (start, transfer) = delayed.first {
            if transfer.isWaiting { return start > now ? start : nil }
            delayed.removeFirst()
        }
        return nil
    }

    /// Gives a place back.
    mutating func release(_ transfer: CurlTransfer) {
        guard running.remove(ObjectIdentifier(transfer)) != nil else { return }
        let host = transfer.url.host
        hosts.release(host)
        turns.list(host)
    }

    /// Forgets a transfer that has ended, wherever it is.
    mutating func remove(_ transfer: CurlTransfer) {
        release(transfer)
        guard transfer.isWaiting else { return }
        transfer.isWaiting = false
        // One that waits for its delay is dropped when that is over.
        guard transfer.notBefore == nil else { return }
        turns.remove(transfer)
    }

    /// A host speaks HTTP/2, so its streams share connections.
    mutating func noteHTTP2(_ transfer: CurlTransfer) {
        if hosts.noteHTTP2(transfer.url.host) { turns.list(transfer.url.host) }
    }
}

/// Queues of transfers, one for each host, that are served in turn: however many wait for one host, each other host is
/// next after one of them; and for one host each party is.
struct HostRoundRobin {
    private struct Line {
        var queue = ClientQueue<CurlTransfer>()
        /// How many of the queue still wait; the others are passed over.
        var waitingCount = 0
    }

    private var lines: [MediaHost: Line] = [:]
    /// Hosts whose turn will come, each once.
    private var turns = FIFOQueue<MediaHost>()
    private var listed: Set<MediaHost> = []

    mutating func append(_ transfer: CurlTransfer) {
        let host = transfer.url.host
        lines[host, default: Line()].queue.append(transfer, of: transfer.job.request.clientID)
        lines[host, default: Line()].waitingCount += 1
        list(host)
    }

    /// Forgets a transfer that was appended and does not wait any more.
    mutating func remove(_ transfer: CurlTransfer) {
        let host = transfer.url.host
        guard var line = lines.removeValue(forKey: host) else { return }
        line.waitingCount -= 1
        guard line.waitingCount > 0 else { return }
        if line.queue.count > 2 * line.waitingCount + 16 { line.queue.removeAll { !$0.isWaiting } }
        lines[host] = line
    }

    /// A host may have room again, so that its turn comes.
    mutating func list(_ host: MediaHost) {
        guard lines[host] != nil, listed.insert(host).inserted else { return }
        turns.append(host)
    }

    /// The next transfer whose host has room.
    ///
    /// - Parameter hosts: The places of each host; one without room has no turn before `list` is called for it.
    /// - Returns: The transfer, which has left its queue, or `nil`.
    mutating func next(hosts: ConnectionLimits) -> CurlTransfer? {
        while let host = turns.first {
            turns.removeFirst()
            listed.remove(host)
            guard hosts.hasRoom(host), let transfer = first(of: host) else { continue }
            lines[host]?.queue.removeFirst()
            transfer.isWaiting = false
            remove(transfer)
            list(host)
            return transfer
        }
        return nil
    }

    private mutating func first(of host: MediaHost) -> CurlTransfer? {
        while let transfer = lines[host]?.queue.first {
            if transfer.isWaiting { return transfer }
            lines[host]?.queue.removeFirst(isTurnOver: false)
        }
        return nil
    }
}

/// How many transfers each host has under way, and how many it may have.
final class ConnectionLimits {
    /// Streams that share the connections to a host that speaks HTTP/2; servers offer about a hundred.
    private static let streamLimit = 100

    private let connectionLimit: Int
    private var running: [MediaHost: Int] = [:]
    private var hostsWithHTTP2: Set<MediaHost> = []

    init(connectionLimit: Int) {
        self.connectionLimit = connectionLimit
    }

    /// Whether a host may have one more.
    func hasRoom(_ host: MediaHost) -> Bool {
        let places = hostsWithHTTP2.contains(host) ? connectionLimit * Self.streamLimit : connectionLimit
        return running[host, default: 0] < places
    }

    func take(_ host: MediaHost) {
        running[host, default: 0] += 1
    }

    func release(_ host: MediaHost) {
        let left = (running[host] ?? 1) - 1
        running[host] = left > 0 ? left : nil
    }

    /// A host speaks HTTP/2, so its streams share connections.
    ///
    /// - Returns: Whether that is news.
    func noteHTTP2(_ host: MediaHost) -> Bool {
        // Bounded: a stranger can name any number of hosts.
        if hostsWithHTTP2.count >= 10_000 { hostsWithHTTP2.removeAll() }
        return hostsWithHTTP2.insert(host).inserted
    }
}

/// Elements of several parties: those of one party in the order of arrival, and the parties in turn.
struct ClientQueue<Element> {
    private var lines: [Int: FIFOQueue<Element>] = [:]
    /// Parties with elements, each once; the first is the one whose turn it is.
    private var turns = FIFOQueue<Int>()
    private(set) var count = 0

    /// The element whose turn it is.
    var first: Element? { turns.first.flatMap { lines[$0]?.first } }

    mutating func append(_ element: Element, of clientID: Int) {
        if lines[clientID] == nil { turns.append(clientID) }
        lines[clientID, default: FIFOQueue()].append(element)
        count += 1
    }

    /// Takes the first element out; the next turn is another party's, if there is one.
    ///
    /// - Parameter isTurnOver: Whether its party had its turn with it.
    mutating func removeFirst(isTurnOver: Bool = true) {
        guard let clientID = turns.first else { return }
        count -= 1
        // Taken out, so that it is changed in place.
        guard var line = lines.removeValue(forKey: clientID) else { return }
        line.removeFirst()
        let isEmpty = line.first == nil
        if !isEmpty { lines[clientID] = line }
        guard isEmpty || isTurnOver else { return }
        turns.removeFirst()
        if !isEmpty { turns.append(clientID) }
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        lines = lines.compactMapValues { line in
            var line = line
            line.removeAll(where: isUnwanted)
            return line.first == nil ? nil : line
        }
        turns.removeAll { lines[$0] == nil }
        count = lines.values.reduce(0) { $0 + $1.count }
    }
}
