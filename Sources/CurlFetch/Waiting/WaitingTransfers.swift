import AttacheCore

/// The transfers that wait for their turn: for a place overall, for one at their host, or for a throttle's delay.
///
/// Hosts are served in turn, each in the order of arrival, passing over those that have no place left, so that one slow
/// or flooded host does not hold up the others. Transfers of items that hold a place already come before the rest: a
/// redirect must not wait for the place that only its own end would free.
struct WaitingTransfers {
    private let places: TransferPlaces
    private let hosts: HostPlaces
    private var begun = HostTurns()
    private var fresh = HostTurns()
    private var delayed = InstantQueue<CurlTransfer>()
    /// Those that wait in `begun`.
    private var isBegun: Set<ObjectIdentifier> = []
    private var running: Set<ObjectIdentifier> = []

    init(places: TransferPlaces, limitPerHost: Int) {
        self.places = places
        hosts = HostPlaces(connectionLimit: limitPerHost)
    }

    mutating func append(_ transfer: CurlTransfer) {
        transfer.isWaiting = true
        if let start = transfer.notBefore {
            delayed.insert(transfer, at: start)
        } else {
            enqueue(transfer)
        }
    }

    /// The next transfer that may start; it holds its place until `release`.
    mutating func next(at now: ContinuousClock.Instant) -> CurlTransfer? {
        while let (start, transfer) = delayed.first, start <= now {
            delayed.removeFirst()
            transfer.notBefore = nil
            if transfer.isWaiting { enqueue(transfer) }
        }
        guard let transfer = begun.next(hosts: hosts, places: places) ?? fresh.next(hosts: hosts, places: places) else {
            return nil
        }
        isBegun.remove(ObjectIdentifier(transfer))
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
        places.end(transfer.job.request.account)
        let host = transfer.url.host
        hosts.release(host)
        list(host)
    }

    /// Forgets a transfer that has ended, wherever it is.
    mutating func remove(_ transfer: CurlTransfer) {
        release(transfer)
        guard transfer.isWaiting else { return }
        transfer.isWaiting = false
        // One that waits for its delay is dropped when that is over.
        guard transfer.notBefore == nil else { return }
        if isBegun.remove(ObjectIdentifier(transfer)) != nil {
            begun.remove(transfer)
        } else {
            fresh.remove(transfer)
        }
    }

    /// A host speaks HTTP/2, so its streams share connections.
    mutating func noteHTTP2(_ transfer: CurlTransfer) {
        if hosts.noteHTTP2(transfer.url.host) { list(transfer.url.host) }
    }

    private mutating func enqueue(_ transfer: CurlTransfer) {
        if places.mayGoBeyond(transfer.job.request.account) {
            isBegun.insert(ObjectIdentifier(transfer))
            begun.append(transfer)
        } else {
            fresh.append(transfer)
        }
    }

    private mutating func list(_ host: MediaHost) {
        begun.list(host)
        fresh.list(host)
    }
}
