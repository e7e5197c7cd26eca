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
