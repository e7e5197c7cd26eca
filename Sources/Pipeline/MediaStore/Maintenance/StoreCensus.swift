/// The size of a store and its oldest files, in memory that does not grow with the store.
struct StoreCensus {
    /// A limit of files kept.
    private static let capacity = 8192

    /// The size of all stored files.
    private(set) var byteCount = 0
    private(set) var shares = ClientShares()
    /// Whether there are more candidates than are kept.
    private(set) var hasMore = false
    private var files: [StoredEntry] = []
    /// Files that are counted, but not kept.
    private let pins: PinnedDigests
    private let isCandidate: (StoredEntry) -> Bool

    /// Creates an empty census that keeps the oldest candidates.
    init(pins: PinnedDigests = PinnedDigests(), where isCandidate: @escaping (StoredEntry) -> Bool) {
        self.pins = pins
        self.isCandidate = isCandidate
    }

    /// The oldest candidates, the oldest first.
    var oldest: [StoredEntry] { files.sorted(by: Self.isOlder) }

    /// Counts a store's files; names of another form are ignored.
    mutating func count(_ directory: StoreDirectory) {
        let users = directory.users.isEmpty ? nil : directory.users
        for shardName in directory.shardNames {
            for var file in directory.entries(ofShard: shardName).files {
                file.users = users?.clients(of: file.name) ?? []
                byteCount += file.byteCount
                shares.add(file.byteCount, of: file.users)
                if isCandidate(file), !pins.contains(file.name) { remember(file) }
            }
        }
    }

    private mutating func remember(_ file: StoredEntry) {
        files.append(file)
        guard files.count == 2 * Self.capacity else { return }
        files.sort(by: Self.isOlder)
        files.removeLast(Self.capacity)
        hasMore = true
    }

    private static func isOlder(_ left: StoredEntry, _ right: StoredEntry) -> Bool {
        (left.used, left.name) < (right.used, right.name)
    }
}
