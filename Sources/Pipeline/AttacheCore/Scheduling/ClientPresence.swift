/// Which clients were active lately, and so whether one of them is alone.
@usableFromInline package struct ClientPresence<Client: Hashable & Sendable>: Sendable {
    /// How long an idle client still counts as active, so that it finds a free permit when it returns.
    @inlinable package static var memory: Duration { .seconds(5) }

    /// The most recently active client, and the most recent one before it that was different.
    @usableFromInline var last: (client: Client, instant: ContinuousClock.Instant)?
    @usableFromInline var other: (client: Client, instant: ContinuousClock.Instant)?

    @inlinable package init() {}

    /// Records that a client is active.
    @inlinable package mutating func note(_ client: Client, at now: ContinuousClock.Instant) {
        if let last, last.client != client { other = last }
        last = (client, now)
    }

    /// Whether no other client waits, holds a permit, or did a moment ago.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - own: What waits and runs of this client.
    ///   - total: What waits and runs of all clients.
    ///   - now: The present.
    /// - Returns: Whether it is.
    @inlinable package func isAlone(
        _ client: Client,
        _ own: SchedulerLoad,
        of total: SchedulerLoad,
        at now: ContinuousClock.Instant
    ) -> Bool {
        if total.waiting > own.waiting || total.running > own.running { return false }
        guard let other = last?.client == client ? other : last else { return true }
        return other.instant.duration(to: now) >= Self.memory
    }
}
