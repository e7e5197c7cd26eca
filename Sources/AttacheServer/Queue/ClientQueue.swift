/// The waiting requests and the permits of one client.
struct ClientQueue {
    var requests = WaiterList()
    var batchItems = WaiterList()
    /// The number of permits that the client holds.
    var takenCount = 0
    /// Whether the client is in the round robin.
    var hasTurn = false
    /// Whether a batch item goes next if both lists have waiters.
    private var isBatchItemNext = false
    /// The moving mean of the time that the client holds a permit, in seconds.
    private(set) var meanTime = 0.05

    var waitingCount: Int { requests.count + batchItems.count }
    /// Whether removing the queue would lose nothing but the mean.
    var isIdle: Bool { takenCount == 0 && waitingCount == 0 }

    /// Removes the next waiter, alternating requests and batch items, so that a batch delays its own client's requests
    /// no more than those of others.
    mutating func takeFirst(from waiters: inout [Int: AdmissionWaiter]) -> AdmissionWaiter? {
        defer { isBatchItemNext.toggle() }
        if let first = batchItems.first, isBatchItemNext || requests.first == nil {
            return batchItems.remove(first, from: &waiters)
        }
        return requests.first.flatMap { requests.remove($0, from: &waiters) }
    }

    /// Adds the duration of a held permit to the mean.
    mutating func note(_ duration: Duration) {
        meanTime += (duration / .seconds(1) - meanTime) / 32
    }
}

/// A doubly linked list of waiters, stored in a shared dictionary, so that removal from any position takes constant
/// time.
struct WaiterList {
    private(set) var first: Int?
    private(set) var last: Int?
    private(set) var count = 0

    mutating func append(_ number: Int, _ waiter: AdmissionWaiter, to waiters: inout [Int: AdmissionWaiter]) {
        var waiter = waiter
        waiter.previous = last
        waiters[number] = waiter
        if let last { waiters[last]?.next = number } else { first = number }
        last = number
        count += 1
    }

    /// Removes a waiter, which must be in this list.
    mutating func remove(_ number: Int, from waiters: inout [Int: AdmissionWaiter]) -> AdmissionWaiter? {
        guard let waiter = waiters.removeValue(forKey: number) else { return nil }
        if let previous = waiter.previous { waiters[previous]?.next = waiter.next } else { first = waiter.next }
        if let next = waiter.next { waiters[next]?.previous = waiter.previous } else { last = waiter.previous }
        count -= 1
        return waiter
    }
}

/// A waiter for a permit, linked to its neighbours in the list.
struct AdmissionWaiter {
    enum Kind: Sendable {
        /// A single request, to which the limits apply.
        case request
        /// An item of a batch that was admitted as a whole.
        case batchItem
    }

    let client: Client
    let kind: Kind
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<AdmissionDecision, Never>
    /// The number of the previous waiter in the list.
    var previous: Int?
    /// The number of the next waiter in the list.
    var next: Int?
}

/// Clients in round-robin order; removing the first takes amortised constant time.
struct RoundRobin {
    private var clients: [Client] = []
    /// The number of clients already removed from the front.
    private var takenCount = 0

    var count: Int { clients.count - takenCount }

    mutating func append(_ client: Client) {
        clients.append(client)
    }

    mutating func popFirst() -> Client? {
        guard takenCount < clients.count else { return nil }
        let client = clients[takenCount]
        takenCount += 1
        // Compacted when half is gone, so that each element moves about once.
        if takenCount >= 32, takenCount * 2 >= clients.count {
            clients.removeFirst(takenCount)
            takenCount = 0
        }
        return client
    }
}
