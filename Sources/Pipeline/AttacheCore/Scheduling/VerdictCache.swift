import AttacheSystem

/// The verdicts of a run, readable from all threads without waiting for a download.
///
/// Large caches are split into shards with a lock each, to reduce contention.
final class VerdictCache: Sendable {
    private static let shardCount = 16

    private let shards: [Locked<VerdictHashTable>]
    private let time: any TimeSource
    private let hashing = KeyedHash()

    /// Creates an empty cache of at most `capacity` verdicts, 0 or more; without a lifetime they do not expire.
    init(capacity: Int, lifetime: VerdictLifetime?, time: any TimeSource) {
        // A small cache evicts its oldest verdict; for a large one the oldest of a shard is close enough.
        let count = capacity < 64 * Self.shardCount ? 1 : Self.shardCount
        shards = (0..<count).map { _ in Locked(VerdictHashTable(capacity: capacity / count, lifetime: lifetime)) }
        self.time = time
    }

    func find(_ reference: MediaReference, policy: String, network: String, client: Int) -> FoundVerdict? {
        let hint = reference.typeHint
        if let (storage, range) = reference.plainText {
            return find(storage.bytes, range, policy: policy, network: network, typeHint: hint, client: client)
        }
        let text = Array(reference.text.utf8)
        return find(text, 0..<text.count, policy: policy, network: network, typeHint: hint, client: client)
    }

    func find(_ key: SingleFlight.Key, client: Int) -> FoundVerdict? {
        let text = Array(key.text.utf8)
        let range = 0..<text.count
        return find(text, range, policy: key.policy, network: key.network, typeHint: key.typeHint, client: client)
    }

    /// Inserts a verdict that a client has seen.
    func insert(_ verdict: EncodedVerdict, for key: SingleFlight.Key, client: Int) {
        let text = Array(key.text.utf8)
        let hash = hashing.hash(text.span, 0..<text.count)
        let now = time.now
        shard(hash).withLock { $0.insert(verdict, for: key, text: text, hash: hash, client: client, at: now) }
    }

    func remove(_ key: SingleFlight.Key) {
        let text = Array(key.text.utf8)
        let hash = hashing.hash(text.span, 0..<text.count)
        shard(hash).withLock { $0.remove(key, text, hash: hash) }
    }

    private func find(
        _ text: [UInt8],
        _ range: Range<Int>,
        policy: String,
        network: String,
        typeHint: String?,
        client: Int
    ) -> FoundVerdict? {
        let hash = hashing.hash(text.span, range)
        return shard(hash).withLock { table in
            table.find(
                text,
                range,
                hash: hash,
                policy: policy,
                network: network,
                typeHint: typeHint,
                client: client,
                time: time
            )
        }
    }

    /// The upper bits select the shard, the lower ones the bucket in it.
    private func shard(_ hash: UInt64) -> Locked<VerdictHashTable> {
        shards[Int(truncatingIfNeeded: hash >> 48) & (shards.count - 1)]
    }
}

/// A cached verdict for a client.
struct FoundVerdict {
    let verdict: EncodedVerdict
    /// Whether a client sees it that neither has loaded it nor was the last other one to see it.
    let isNewlyShared: Bool
}

/// A hash table of verdicts by URL and terms that evicts the oldest.
///
/// It is chained over a ring: a look-up compares bytes in place and allocates nothing, and insertion and removal take
/// constant time.
struct VerdictHashTable {
    private struct Entry {
        let hash: UInt64
        let text: [UInt8]
        let policy: String
        let network: String
        let typeHint: String?
        /// The client that has seen the verdict.
        let client: Int
        /// The last other client that has seen it too; at first the same one.
        var lastClient: Int
        /// The instants of expiry for that client and for others; `nil` for none.
        let expiry: ContinuousClock.Instant?
        let sharedExpiry: ContinuousClock.Instant?
        /// The verdict; `nil` after its removal.
        var verdict: EncodedVerdict?
        /// The index of the next entry in the same bucket, or -1.
        var next: Int
    }

    private let capacity: Int
    private let lifetime: VerdictLifetime?
    /// The first entry of each bucket, or -1; a power of two.
    private var buckets: [Int]
    /// The ring; once full, the next index is that of the oldest.
    private var entries: [Entry] = []
    private var nextPlace = 0

    /// Creates a table of at most `capacity` verdicts, 0 or more; without a lifetime they do not expire.
    init(capacity: Int, lifetime: VerdictLifetime?) {
        self.capacity = capacity
        self.lifetime = lifetime
        buckets = [Int](repeating: -1, count: 1 << (Int.bitWidth - capacity.leadingZeroBitCount))
    }

    /// Finds the verdict of the URL at `range` of `text`, escapes decoded, with the `KeyedHash` `hash`; reads `time`
    /// only when verdicts expire.
    mutating func find(
        _ text: [UInt8],
        _ range: Range<Int>,
        hash: UInt64,
        policy: String,
        network: String,
        typeHint: String?,
        client: Int = 0,
        time: any TimeSource
    ) -> FoundVerdict? {
        var place = buckets[bucket(hash)]
        while place >= 0 {
            if entries[place].hash == hash, Self.equal(entries[place].text, text, range),
                entries[place].policy == policy, entries[place].network == network,
                entries[place].typeHint == typeHint
            {
                let isOwn = entries[place].client == client
                let expiry = isOwn ? entries[place].expiry : entries[place].sharedExpiry
                if let expiry, time.now >= expiry { return nil }
                guard let verdict = entries[place].verdict else { return nil }
                let isNewlyShared = !isOwn && entries[place].lastClient != client
                if isNewlyShared { entries[place].lastClient = client }
                return FoundVerdict(verdict: verdict, isNewlyShared: isNewlyShared)
            }
            place = entries[place].next
        }
        return nil
    }

    /// Inserts a verdict and replaces one of the same key; `text` is the key's URL in UTF-8, `hash` its `KeyedHash`.
    mutating func insert(
        _ verdict: EncodedVerdict,
        for key: SingleFlight.Key,
        text: [UInt8],
        hash: UInt64,
        client: Int = 0,
        at now: ContinuousClock.Instant
    ) {
        guard capacity > 0 else { return }
        remove(key, text, hash: hash)
        let place = nextPlace
        nextPlace = (nextPlace + 1) % capacity
        if place < entries.count { unlink(place) }
        let bucket = bucket(hash)
        let expiry = lifetime.map { now.advanced(by: $0.time(of: verdict.verdict)) }
        let longest = now.advanced(by: VerdictLifetime.longestShared)
        let entry = Entry(
            hash: hash,
            text: text,
            policy: key.policy,
            network: key.network,
            typeHint: key.typeHint,
            client: client,
            lastClient: client,
            expiry: expiry,
            sharedExpiry: verdict.verdict.attachment == nil ? min(expiry ?? longest, longest) : expiry,
            verdict: verdict,
            next: buckets[bucket]
        )
        buckets[bucket] = place
        if place < entries.count { entries[place] = entry } else { entries.append(entry) }
    }

    mutating func remove(_ key: SingleFlight.Key, _ text: [UInt8], hash: UInt64) {
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

    /// Removes an entry from its bucket.
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
