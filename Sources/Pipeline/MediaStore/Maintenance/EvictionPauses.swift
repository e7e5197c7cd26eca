/// The clients whose evictions freed nothing a moment ago: each eviction reads all directories of the store.
///
/// A pause is a client's, since another one may have a right to the room.
struct EvictionPauses {
    private static let shortest = Duration.seconds(1)
    /// The number of pauses beyond which all clients wait for the latest: as many evictions read the store in vain.
    private static let limit = 16

    private var ends: [Int: ContinuousClock.Instant] = [:]

    /// Whether no eviction may begin for a client now.
    func includes(_ client: Int, at now: ContinuousClock.Instant) -> Bool {
        let end = ends.count >= Self.limit ? ends.values.max() : ends[client]
        return end.map { now < $0 } ?? false
    }

    /// Begins a client's pause after an eviction in vain, the longer the more time that one took.
    mutating func begin(of client: Int, after duration: Duration, at now: ContinuousClock.Instant) {
        ends = ends.filter { now < $0.value }
        ends[client] = now + max(Self.shortest, duration * 10)
    }
}
