/// The deadlines of the transfers, and the next one of them.
///
/// The loop wakes for every piece of every body, so finding the next deadline takes constant time.
struct TransferDeadlines {
    private var instants: [ObjectIdentifier: ContinuousClock.Instant] = [:]
    /// Also those of transfers that have ended, which are passed over.
    private var queue = TimerQueue<ObjectIdentifier>()

    /// The next deadline, or `nil` when there is no transfer.
    var next: ContinuousClock.Instant? {
        mutating get {
            while let (instant, transfer) = queue.first {
                if instants[transfer] == instant { return instant }
                queue.removeFirst()
            }
            return nil
        }
    }

    /// How many entries are kept, those of ended transfers included.
    var entryCount: Int { queue.count }

    /// The transfers whose deadline is before an instant.
    mutating func overdue(before instant: ContinuousClock.Instant) -> [ObjectIdentifier] {
        guard let next, next < instant else { return [] }
        return instants.filter { $0.value < instant }.map(\.key)
    }

    mutating func add(_ transfer: ObjectIdentifier, until instant: ContinuousClock.Instant) {
        instants[transfer] = instant
        queue.insert(transfer, at: instant)
    }

    mutating func remove(_ transfer: ObjectIdentifier) {
        instants[transfer] = nil
        // A long one at the front must not keep all that came and went behind it.
        if queue.count > 2 * instants.count + 64 { queue.removeAll { instants[$1] != $0 } }
    }
}
