import AttacheThreads

/// The verdicts of a run, which every thread may ask at once and without waiting for a load.
///
/// Large ones are spread over several locks, so that threads seldom meet.
final class VerdictCache: Sendable {
    private static let shardCount = 16

    private let shards: [Locked<VerdictHashTable>]
    private let time: any TimeSource
    private let hashing = KeyedHash()

    /// Creates an empty register.
    ///
    /// - Parameters:
    ///   - capacity: Verdicts that are remembered at most, 0 or more.
    ///   - lifetime: How long they are remembered; `nil` for as long as there is room.
    ///   - time: The clock of the lifetime.
    init(capacity: Int, lifetime: VerdictLifetime?, time: any TimeSource) {
        // A small register forgets the oldest of all; for a large one the oldest of its shard is near enough.
        let count = capacity < 64 * Self.shardCount ? 1 : Self.shardCount
        shards = (0..<count).map { _ in Locked(VerdictHashTable(capacity: capacity / count, lifetime: lifetime)) }
        self.time = time
    }

    /// Finds the verdict on a media reference.
    ///
    /// - Parameters:
    ///   - reference: The reference.
    ///   - policy: The policy's name.
    ///   - network: The network's name.
    /// - Returns: The verdict, or `nil` when none is remembered.
    func find(_ reference: MediaReference, policy: String, network: String) -> EncodedVerdict? {
        if let (storage, range) = reference.plainText {
            return find(storage.bytes, range, policy: policy, network: network, typeHint: reference.typeHint)
        }
        let text = Array(reference.text.utf8)
        return find(text, 0..<text.count, policy: policy, network: network, typeHint: reference.typeHint)
    }

    /// Finds the verdict of a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The verdict, or `nil` when none is remembered.
    func find(_ key: SingleFlight.Key) -> EncodedVerdict? {
        let text = Array(key.text.utf8)
        return find(text, 0..<text.count, policy: key.policy, network: key.network, typeHint: key.typeHint)
    }

    /// Remembers a verdict.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - key: Its key.
    func insert(_ verdict: EncodedVerdict, for key: SingleFlight.Key) {
        let text = Array(key.text.utf8)
        let hash = hashing.hash(text.span, 0..<text.count)
        let now = time.now
        shard(hash).withLock { $0.insert(verdict, for: key, text: text, hash: hash, at: now) }
    }

    private func find(
        _ text: [UInt8],
        _ range: Range<Int>,
        policy: String,
        network: String,
        typeHint: String?
    ) -> EncodedVerdict? {
        let hash = hashing.hash(text.span, range)
        return shard(hash).withLock {
            $0.find(text, range, hash: hash, policy: policy, network: network, typeHint: typeHint, time: time)
        }
    }

    /// The upper bits choose the shard, the lower ones the bucket in it.
    private func shard(_ hash: UInt64) -> Locked<VerdictHashTable> {
        shards[Int(truncatingIfNeeded: hash >> 48) & (shards.count - 1)]
    }
}
