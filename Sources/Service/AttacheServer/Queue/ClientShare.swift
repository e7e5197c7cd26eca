import AttacheCore

/// The permits that one client may hold: all of them while it is alone, and a limited number beside others.
struct ClientShare {
    /// The mean processor delay above which one client holds fewer permits: what two requests beside each other wait for
    /// each other.
    private static let acceptableDelay = Duration.microseconds(300)
    /// The time between two changes of the limit.
    private static let interval = Duration.milliseconds(40)
    /// The number of delays in an interval below which the limit does not shrink: so few requests do not fill a processor.
    private static let sampleCount = 20
    /// The mean time that permits are held above which they wait for origins: fewer of them would not free the processor.
    private static let longHold = Duration.milliseconds(50)

    /// The permits that one client may hold while others are active.
    private(set) var limit: Int
    private let lowest: Int
    private let highest: Int
    private var intervalStart: ContinuousClock.Instant?
    /// The sum of the processor delays since the start of the interval, and their number.
    private var delays = (sum: Duration.zero, count: 0)
    /// The sum of the times for which permits were held that were returned since then, and their number.
    private var holds = (sum: Duration.zero, count: 0)
    private var presence = ClientPresence<Client>()

    /// Creates the share of a client.
    ///
    /// - Parameter limit: The permits of one client while the processor keeps up, at least 1; while it does not, a
    ///   quarter of them remains.
    init(limit: Int) {
        self.limit = limit
        highest = limit
        lowest = max(1, limit / 4)
    }

    /// Whether a client may hold one more permit: it is below the limit, or alone.
    func hasRoom(
        for client: Client,
        _ own: SchedulerLoad,
        of total: SchedulerLoad,
        at now: ContinuousClock.Instant
    ) -> Bool {
        own.running < limit || isAlone(client, own, of: total, at: now)
    }

    /// Whether no other client waits, holds a permit, or did a moment ago.
    func isAlone(
        _ client: Client,
        _ own: SchedulerLoad,
        of total: SchedulerLoad,
        at now: ContinuousClock.Instant
    ) -> Bool {
        presence.isAlone(client, own, of: total, at: now)
    }

    /// Records that a client is active.
    mutating func note(_ client: Client, at now: ContinuousClock.Instant) { presence.note(client, at: now) }

    /// Records how long a permit was held.
    mutating func note(hold: Duration) { holds = (holds.sum + hold, holds.count + 1) }

    /// Adapts the limit to how long a request with a new permit waited for the processor.
    ///
    /// The mean of an interval counts. The least delay, which counts in CoDel (RFC 8289, section 4.2), is nearly zero with
    /// several loops: a permit is often granted on the loop that its request runs on next.
    mutating func note(processorDelay: Duration, at now: ContinuousClock.Instant) {
        delays = (delays.sum + processorDelay, delays.count + 1)
        guard let intervalStart else {
            intervalStart = now
            return
        }
        guard intervalStart.duration(to: now) >= Self.interval else { return }
        let isLate = delays.count >= Self.sampleCount && delays.sum > Self.acceptableDelay * delays.count
        let isShort = holds.sum <= Self.longHold * holds.count
        limit = isLate && isShort ? max(lowest, limit * 3 / 4) : min(highest, limit + 1)
        self.intervalStart = now
        (delays, holds) = ((.zero, 0), (.zero, 0))
    }
}
