/// What the queue knows of one client.
struct ClientQueue {
    /// Requests that wait.
    var requests = WaiterList()
    /// Items of batches that wait.
    var batchItems = WaiterList()
    /// Places it has.
    var takenCount = 0
    /// Whether it stands among those who take turns.
    var hasTurn = false
    /// Which of both lines goes next where both have somebody.
    private var isBatchItemNext = false
    /// How long it keeps a place, as a moving mean, in seconds.
    private(set) var meanTime = 0.05

    /// How many wait.
    var waitingCount: Int { requests.count + batchItems.count }
    /// Whether nothing would be lost without it but the mean.
    var isIdle: Bool { takenCount == 0 && waitingCount == 0 }

    /// Who is next: requests and items in turns, so that a batch holds up its own client's requests no more than others'.
    mutating func takeFirst(from waiters: inout [Int: AdmissionWaiter]) -> AdmissionWaiter? {
        defer { isBatchItemNext.toggle() }
        if let first = batchItems.first, isBatchItemNext || requests.first == nil {
            return batchItems.remove(first, from: &waiters)
        }
        return requests.first.flatMap { requests.remove($0, from: &waiters) }
    }

    /// Takes note of how long a place was kept.
    mutating func note(_ duration: Duration) {
        meanTime += (duration / .seconds(1) - meanTime) / 32
    }
}

/// Both ends of a line of waiters, who know their neighbours: whoever leaves costs the same from any place in it.
struct WaiterList {
    private(set) var first: Int?
    private(set) var last: Int?
    private(set) var count = 0

    /// Puts a waiter at the end.
    ///
    /// - Parameters:
    ///   - number: The waiter's number.
    ///   - waiter: The waiter.
    ///   - waiters: Everybody who waits.
    mutating func append(_ number: Int, _ waiter: AdmissionWaiter, to waiters: inout [Int: AdmissionWaiter]) {
        var waiter = waiter
        waiter.previous = last
        waiters[number] = waiter
        if let last { waiters[last]?.next = number } else { first = number }
        last = number
        count += 1
    }

    /// Takes a waiter out.
    ///
    /// - Parameters:
    ///   - number: The number of one who stands in this line.
    ///   - waiters: Everybody who waits.
    /// - Returns: The waiter.
    mutating func remove(_ number: Int, from waiters: inout [Int: AdmissionWaiter]) -> AdmissionWaiter? {
        guard let waiter = waiters.removeValue(forKey: number) else { return nil }
        if let previous = waiter.previous { waiters[previous]?.next = waiter.next } else { first = waiter.next }
        if let next = waiter.next { waiters[next]?.previous = waiter.previous } else { last = waiter.previous }
        count -= 1
        return waiter
    }
}

/// One who waits for a place, between the two who came before and after it in the same line.
struct AdmissionWaiter {
    /// What somebody waits with.
    enum Kind: Sendable {
        /// A request of its own, which the limits hold for.
        case request
        /// An item of a batch that was let in as a whole.
        case batchItem
    }

    let client: Client
    let kind: Kind
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<AdmissionDecision, Never>
    /// The number of who came before it, if that one still waits.
    var previous: Int?
    /// The number of who came after it.
    var next: Int?
}

/// Clients in the order of their turns; taking the first costs the same however many there are.
struct RoundRobin {
    private var clients: [Client] = []
    /// How many from the beginning have been taken.
    private var takenCount = 0

    /// How many there are.
    var count: Int { clients.count - takenCount }

    /// Puts a client at the end.
    mutating func append(_ client: Client) {
        clients.append(client)
    }

    /// Takes the first.
    mutating func popFirst() -> Client? {
        guard takenCount < clients.count else { return nil }
        let client = clients[takenCount]
        takenCount += 1
        // Moved when half is gone, so that each is moved about once.
        if takenCount >= 32, takenCount * 2 >= clients.count {
            clients.removeFirst(takenCount)
            takenCount = 0
        }
        return client
    }
}
