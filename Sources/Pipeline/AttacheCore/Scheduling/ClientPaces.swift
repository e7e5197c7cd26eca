/// The paces of clients; those of idle ones are forgotten when there are many.
@usableFromInline package struct ClientPaces<Client: Hashable & Sendable>: Sendable {
    /// The number of paces up to which none is forgotten.
    @inlinable static var idleLimit: Int { 1024 }

    /// The pace of a client of which nothing is known.
    @usableFromInline let first: ClientPace
    @usableFromInline var known: [Client: ClientPace] = [:]
    @usableFromInline var limit = Self.idleLimit

    /// Creates the paces; a client begins with the first one.
    @inlinable package init(first: ClientPace = ClientPace()) { self.first = first }

    /// The number of clients whose pace is known.
    @inlinable package var count: Int { known.count }
    /// Whether there are so many that those of idle clients are to be forgotten.
    @inlinable package var isCrowded: Bool { known.count > limit }

    /// Records that a client has a request again after it had none.
    @inlinable package mutating func begin(_ client: Client) { known[client]?.begin() }

    /// Records the end of a request that held a permit for `duration`.
    @inlinable package mutating func end(
        _ client: Client,
        after duration: Duration,
        at now: ContinuousClock.Instant
    ) {
        var pace = known[client] ?? first
        pace.end(after: duration, at: now)
        known[client] = pace
    }

    /// The expected time until `count` requests of a client have received a permit, in seconds.
    @inlinable package func wait(
        of count: Int,
        for client: Client,
        permitCount: Int,
        at now: ContinuousClock.Instant
    ) -> Double {
        (known[client] ?? first).wait(of: count, permitCount: permitCount, at: now)
    }

    /// Forgets the paces of idle clients, the next time when there are twice as many as are left.
    @inlinable package mutating func forget(where isIdle: (Client) -> Bool) {
        known = known.filter { !isIdle($0.key) }
        limit = max(Self.idleLimit, known.count * 2)
    }
}
