import AttacheCore

/// What a flow of results is about: how many are under way, and which comes next.
struct ResultChannelState<Failure: Error>: Sendable {
    /// What the consumer is given.
    enum Step: Sendable {
        case result(RewriteResult)
        case end
        case failed(Failure)
    }

    private let limit: Int
    private let order: ResultOrder
    /// Results that are there and have not been taken, by their number.
    private var results: [Int: RewriteResult] = [:]
    /// The numbers of those results in the order in which they came.
    private var arrived: [Int] = []
    /// How many have been given room, and how many of them have been taken.
    private var begunCount = 0
    private var takenCount = 0
    /// How many there are, once that is known.
    private var count: Int?
    private var failure: Failure?
    private(set) var isCancelled = false

    init(limit: Int, order: ResultOrder) {
        self.limit = limit
        self.order = order
    }

    /// Whether there is room for one more, which is taken then.
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

    /// The next step, or `nil` when it must be waited for.
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
