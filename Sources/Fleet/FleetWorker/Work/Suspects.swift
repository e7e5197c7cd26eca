import AttacheSystem

/// Payloads that were delivered too often, of which one at a time is in progress.
///
/// JetStream counts deliveries and not attempts: what a worker held when a payload ended it comes back with that payload,
/// as often. The order decides who begins before it. Each second delivery reverses the order of the one before, so that
/// of two payloads that come back together each is once the first, and pairs of deliveries have different orders, so
/// that those between two such payloads are not always between them.
struct Suspects {
    /// The time without an arrival after which those that come back together are there.
    static let pause = Duration.milliseconds(250)
    /// The longest wait for them: on a busy machine they arrive in pieces, and others may go on arriving.
    static let longestPause = Duration.seconds(2)

    private var waiting: [(delivery: PayloadDelivery, since: ContinuousClock.Instant)] = []
    /// The number of the delivery in progress, until its result is stored: the next one may end the worker.
    private var inProgress: Int?

    var isWaiting: Bool { inProgress == nil && !waiting.isEmpty }

    mutating func append(_ delivery: PayloadDelivery, at now: ContinuousClock.Instant) {
        waiting.append((delivery, now))
    }

    /// Begins the next one; `nil` while it is the turn of none.
    mutating func next(at now: ContinuousClock.Instant) -> PayloadDelivery? {
        guard inProgress == nil, let first = waiting.first, let last = waiting.last,
            last.since + Self.pause <= now || first.since + Self.longestPause <= now
        else { return nil }
        let places = waiting.map { Self.place(of: $0.delivery.acknowledgement) }
        guard let index = places.indices.min(by: { places[$0] < places[$1] }) else { return nil }
        let delivery = waiting.remove(at: index).delivery
        inProgress = delivery.number
        return delivery
    }

    /// Ends the delivery in progress; returns `false` for another one.
    mutating func end(_ number: Int) -> Bool {
        guard inProgress == number else { return false }
        inProgress = nil
        return true
    }

    /// Removes and returns those that were not begun.
    mutating func removeAll() -> [PayloadDelivery] { exchange(&waiting, with: []).map(\.delivery) }

    /// The place of a payload in the order of its delivery, the least first; the same in every process.
    private static func place(of message: AcknowledgementSubject) -> UInt64 {
        let count = UInt64(truncatingIfNeeded: message.deliveryCount)
        // Multiplication by an odd number scatters sequences without making two of them equal; the constant is 2^64
        // divided by the golden ratio (Knuth, The Art of Computer Programming, volume 3, section 6.4).
        let place = UInt64(truncatingIfNeeded: message.streamSequence) &* ((count | 1) &* 0x9E37_79B9_7F4A_7C15)
        return count.isMultiple(of: 2) ? place : ~place
    }
}
