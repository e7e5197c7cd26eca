/// The deadlines of the transfers, and the next one of them.
///
/// The loop wakes for every piece of every body, so the next deadline is looked for only when it may have changed.
struct TransferDeadlines {
    private var instants: [ObjectIdentifier: ContinuousClock.Instant] = [:]
    private var known: ContinuousClock.Instant?
    private var isKnown = true

    /// The next deadline, or `nil` when there is no transfer.
    var next: ContinuousClock.Instant? {
        mutating get {
            if !isKnown {
                known = instants.values.min()
                isKnown = true
            }
            return known
        }
    }

    /// The transfers whose deadline is before an instant.
    mutating func overdue(before instant: ContinuousClock.Instant) -> [ObjectIdentifier] {
        guard let next, next < instant else { return [] }
        return instants.filter { $0.value < instant }.map(\.key)
    }

    mutating func add(_ transfer: ObjectIdentifier, until instant: ContinuousClock.Instant) {
        instants[transfer] = instant
        if isKnown { known = known.map { min($0, instant) } ?? instant }
    }

    mutating func remove(_ transfer: ObjectIdentifier) {
        guard let instant = instants.removeValue(forKey: transfer) else { return }
        if instant == known { isKnown = false }
    }
}
