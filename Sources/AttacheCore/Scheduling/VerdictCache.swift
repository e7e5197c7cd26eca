import AttacheSystem

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

/// Remembered verdicts by URL and terms, the oldest of which make room for new ones.
///
/// A chained hash table over a ring: a look-up compares bytes where they stand and allocates nothing, and remembering
/// and forgetting cost the same however many there are.
struct VerdictHashTable {
    private struct Entry {
        let hash: UInt64
        let text: [UInt8]
        let policy: String
        let network: String
        let typeHint: String?
        /// When the verdict does not count any more; `nil` for never.
        let expiry: ContinuousClock.Instant?
        /// The verdict, or `nil` once it is forgotten.
        var verdict: EncodedVerdict?
        /// The place of the next entry in the same bucket, or -1.
        var next: Int
    }

    private let capacity: Int
    private let lifetime: VerdictLifetime?
    /// The first place of each bucket, or -1; a power of two of them.
    private var buckets: [Int]
    /// The ring; once full, the next place is that of the oldest.
    private var entries: [Entry] = []
    private var nextPlace = 0

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - capacity: Verdicts that are remembered at most, 0 or more.
    ///   - lifetime: How long they are remembered; `nil` for as long as there is room.
    init(capacity: Int, lifetime: VerdictLifetime?) {
        self.capacity = capacity
        self.lifetime = lifetime
        buckets = [Int](repeating: -1, count: 1 << (Int.bitWidth - capacity.leadingZeroBitCount))
    }

    /// Finds a verdict.
    ///
    /// - Parameters:
    ///   - text: Bytes in which the URL stands, escapes decoded.
    ///   - range: The URL's part of them.
    ///   - hash: The `KeyedHash` of that part.
    ///   - policy: The policy's name.
    ///   - network: The network's name.
    ///   - typeHint: The dialect's type hint.
    ///   - time: The clock; asked only when verdicts have a lifetime.
    /// - Returns: The verdict, or `nil` when none is remembered.
    func find(
        _ text: [UInt8],
        _ range: Range<Int>,
        hash: UInt64,
        policy: String,
        network: String,
        typeHint: String?,
        time: any TimeSource
    ) -> EncodedVerdict? {
        var place = buckets[bucket(hash)]
        while place >= 0 {
            if entries[place].hash == hash, Self.equal(entries[place].text, text, range),
                entries[place].policy == policy, entries[place].network == network,
                entries[place].typeHint == typeHint
            {
                if let expiry = entries[place].expiry, time.now >= expiry { return nil }
                return entries[place].verdict
            }
            place = entries[place].next
        }
        return nil
    }

    /// Remembers a verdict, instead of an older one for the same key.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - key: Its key.
    ///   - text: The key's URL in UTF-8.
    ///   - hash: The `KeyedHash` of that.
    ///   - now: When its lifetime begins.
    mutating func insert(
        _ verdict: EncodedVerdict,
        for key: SingleFlight.Key,
        text: [UInt8],
        hash: UInt64,
        at now: ContinuousClock.Instant
    ) {
        guard capacity > 0 else { return }
        remove(key, text, hash: hash)
        let place = nextPlace
        nextPlace = (nextPlace + 1) % capacity
        if place < entries.count { unlink(place) }
        let bucket = bucket(hash)
        let entry = Entry(
            hash: hash,
            text: text,
            policy: key.policy,
            network: key.network,
            typeHint: key.typeHint,
            expiry: lifetime.map { now.advanced(by: $0.time(of: verdict.verdict)) },
            verdict: verdict,
            next: buckets[bucket]
        )
        buckets[bucket] = place
        if place < entries.count { entries[place] = entry } else { entries.append(entry) }
    }

    private mutating func remove(_ key: SingleFlight.Key, _ text: [UInt8], hash: UInt64) {
        var place = buckets[bucket(hash)]
        while place >= 0 {
            let entry = entries[place]
            if entry.hash == hash, entry.text == text, entry.policy == key.policy, entry.network == key.network,
                entry.typeHint == key.typeHint
            {
                return unlink(place)
            }
            place = entry.next
        }
    }

    /// Takes an entry out of its bucket.
    private mutating func unlink(_ place: Int) {
        guard entries[place].verdict != nil else { return }
        entries[place].verdict = nil
        let bucket = bucket(entries[place].hash)
        let behind = entries[place].next
        guard buckets[bucket] != place else { return buckets[bucket] = behind }
        var before = buckets[bucket]
        while entries[before].next != place { before = entries[before].next }
        entries[before].next = behind
    }

    private func bucket(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    }

    private static func equal(_ known: [UInt8], _ text: [UInt8], _ range: Range<Int>) -> Bool {
        let known = known.span
        let text = text.span
        guard known.count == range.count else { return false }
        var index = 0
        while known.count &- index >= 8 {
            guard known.word(at: index) == text.word(at: range.lowerBound &+ index) else { return false }
            index &+= 8
        }
        while index < known.count {
            guard known[index] == text[range.lowerBound &+ index] else { return false }
            index &+= 1
        }
        return true
    }
}
