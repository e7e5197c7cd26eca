import AttacheCore

/// The transfers that wait for a permit, for a slot of their host, or for a throttle's delay.
///
/// Hosts are served in turn, each in the order of arrival, skipping hosts without a free slot, so that one slow or
/// flooded host does not delay the others.
struct TransferScheduler {
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

    /// Returns the next transfer that may start; it holds its permit until `release`.
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

    /// The earliest start of the transfers that wait only for a delay, or `nil`.
    mutating func nextStart(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        while let (start, transfer) = delayed.first {
            if transfer.isWaiting { return start > now ? start : nil }
            delayed.removeFirst()
        }
        return nil
    }

    mutating func release(_ transfer: CurlTransfer) {
        guard running.remove(ObjectIdentifier(transfer)) != nil else { return }
        let host = transfer.url.host
        hosts.release(host)
        turns.list(host)
    }

    /// Removes a transfer that has ended, wherever it waits.
    mutating func remove(_ transfer: CurlTransfer) {
        release(transfer)
        guard transfer.isWaiting else { return }
        transfer.isWaiting = false
        // A transfer that waits for a delay is dropped when the delay ends.
        guard transfer.notBefore == nil else { return }
        turns.remove(transfer)
    }

    /// Records that a host uses HTTP/2, so that its streams share connections.
    mutating func noteHTTP2(_ transfer: CurlTransfer) {
        if hosts.noteHTTP2(transfer.url.host) { turns.list(transfer.url.host) }
    }
}

/// Queues of transfers by host, served in turn: however many wait for one host, each other host is next after one of
/// them. Within a host, clients take turns.
struct HostRoundRobin {
    private struct Line {
        var queue = ClientQueue<CurlTransfer>()
        /// The number of transfers of the queue that still wait; the others are skipped.
        var waitingCount = 0
    }

    private var lines: [MediaHost: Line] = [:]
    /// Hosts that have a turn, each once.
    private var turns = FIFOQueue<MediaHost>()
    private var listed: Set<MediaHost> = []

    mutating func append(_ transfer: CurlTransfer) {
        let host = transfer.url.host
        lines[host, default: Line()].queue.append(transfer, of: transfer.job.request.clientID)
        lines[host, default: Line()].waitingCount += 1
        list(host)
    }

    /// Removes a transfer that was appended and no longer waits.
    mutating func remove(_ transfer: CurlTransfer) {
        let host = transfer.url.host
        guard var line = lines.removeValue(forKey: host) else { return }
        line.waitingCount -= 1
        guard line.waitingCount > 0 else { return }
        if line.queue.count > 2 * line.waitingCount + 16 { line.queue.removeAll { !$0.isWaiting } }
        lines[host] = line
    }

    /// Gives a host a turn that may have a free slot again.
    mutating func list(_ host: MediaHost) {
        guard lines[host] != nil, listed.insert(host).inserted else { return }
        turns.append(host)
    }

    /// Removes and returns the next transfer whose host has a free slot, or `nil`. A host without one has no turn until
    /// `list` is called for it.
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

/// The number of running transfers of each host, and its limit.
final class ConnectionLimits {
    /// The limit of streams that share the connections to a host with HTTP/2; servers offer about a hundred.
    private static let streamLimit = 100

    private let connectionLimit: Int
    private var running: [MediaHost: Int] = [:]
    private var hostsWithHTTP2: Set<MediaHost> = []

    init(connectionLimit: Int) {
        self.connectionLimit = connectionLimit
    }

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

    /// Records that a host uses HTTP/2, so that its streams share connections; returns `false` if that was known.
    func noteHTTP2(_ host: MediaHost) -> Bool {
        // Bounded: an attacker can name any number of hosts.
        if hostsWithHTTP2.count >= 10_000 { hostsWithHTTP2.removeAll() }
        return hostsWithHTTP2.insert(host).inserted
    }
}

/// Elements of several clients: in the order of arrival for each client, with the clients in turn.
struct ClientQueue<Element> {
    private var lines: [Int: FIFOQueue<Element>] = [:]
    /// Clients with elements, each once; the first is next.
    private var turns = FIFOQueue<Int>()
    private(set) var count = 0

    var first: Element? { turns.first.flatMap { lines[$0]?.first } }

    mutating func append(_ element: Element, of clientID: Int) {
        if lines[clientID] == nil { turns.append(clientID) }
        lines[clientID, default: FIFOQueue()].append(element)
        count += 1
    }

    /// Removes the first element; the next turn is another client's, if there is one. `isTurnOver` is false for an
    /// element that does not use up its client's turn.
    mutating func removeFirst(isTurnOver: Bool = true) {
        guard let clientID = turns.first else { return }
        count -= 1
        // Removed from the dictionary, so that it is changed in place.
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
