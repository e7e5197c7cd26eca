/// The room that a client needs; client 0 is nobody in particular.
struct StoreClaim {
    let client: Int
    let byteCount: Int
}

/// The bytes that clients use.
struct ClientShares {
    /// The bytes that only one client uses, by client.
    private(set) var alone: [Int: Int] = [:]
    /// The same, and an equal part of each file that a client uses with others.
    private(set) var all: [Int: Int] = [:]

    /// Counts a file of some clients; a negative size for one that is gone.
    mutating func add(_ byteCount: Int, of users: [Int]) {
        for user in users { all[user, default: 0] += byteCount / users.count }
        if users.count == 1 { alone[users[0], default: 0] += byteCount }
    }
}

/// The bytes down to which those clients lose files that have more than others.
///
/// The clients with the most lose theirs first, until they have as much as the next ones, and none has less afterwards
/// than the client that needs the room.
struct ClientLevel {
    let byteCount: Int

    /// Finds the level at which so many bytes become free; `shares` are the bytes that clients use.
    init(_ shares: [Int: Int], for claim: StoreClaim, freeing missing: Int) {
        let others = shares.filter { $0.key != claim.client }.values.sorted(by: >)
        let lowest = shares[claim.client, default: 0] + claim.byteCount
        var (sum, count) = (0, 0)
        for (index, share) in others.enumerated() {
            (sum, count) = (sum + share, index + 1)
            let next = count < others.count ? others[count] : 0
            if sum - next * count >= missing { break }
        }
        byteCount = count == 0 ? lowest : max(lowest, (sum - missing) / count)
    }

    /// Whether a client would have no more than an equal part of a store of so many bytes, without what it uses with others.
    static func isFair(_ claim: StoreClaim, in shares: [Int: Int], of total: Int) -> Bool {
        let others = shares.keys.count { $0 != claim.client }
        return shares[claim.client, default: 0] + claim.byteCount <= total / (others + 1)
    }
}
