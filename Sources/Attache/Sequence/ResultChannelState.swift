import AttacheCore

/// The state of a `ResultChannel`: results in progress, and the next result to consume.
struct ResultChannelState<Failure: Error>: Sendable {
    enum Step: Sendable {
        case result(RewriteResult)
        case end
        case failed(Failure)
    }

    private let limit: Int
    private let order: ResultOrder
    /// Results that have not been consumed, by number.
    private var results: [Int: RewriteResult] = [:]
    /// The numbers of those results in the order of completion.
    private var arrived: [Int] = []
    /// The numbers of reserved and of consumed results.
    private var begunCount = 0
    private var takenCount = 0
    /// The number of all results, once it is known.
    private var count: Int?
    private var failure: Failure?
    private(set) var isCancelled = false

    init(limit: Int, order: ResultOrder) {
        self.limit = limit
        self.order = order
    }

    /// Reserves room for one more result; returns `false` when there is none.
    mutating func begin() -> Bool {
        guard begunCount - takenCount < limit else { return false }
        begunCount += 1
        return true
    }

    mutating func put(_ result: RewriteResult, number: Int) {
        guard !isCancelled else { return }
        results[number] = result
        if order == .completion { arrived.append(number) }
    }

    mutating func end(count: Int, failure: Failure?) {
        self.count = count
        self.failure = failure
    }

    mutating func cancel() {
        isCancelled = true
        results = [:]
        arrived = []
    }

    /// Returns the next step, or `nil` when it is not available yet.
    mutating func take() -> Step? {
        if isCancelled { return .end }
        let number = order == .input ? takenCount : arrived.first
        if let number, let result = results.removeValue(forKey: number) {
            if order == .completion { arrived.removeFirst() }
            takenCount += 1
            return .result(result)
        }
        guard let count, takenCount == count else { return nil }
        guard let failure else { return .end }
        // An error is thrown once.
        self.failure = nil
        return .failed(failure)
    }
}
