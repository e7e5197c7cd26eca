import AttacheCore

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
