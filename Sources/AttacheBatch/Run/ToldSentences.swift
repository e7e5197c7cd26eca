/// Sentences of which there may be as many as inputs: the first are kept, the rest counted.
struct TruncatedMessageList: Sendable {
    private let limit: Int
    private let rest: String
    private var first: [String] = []
    private var count = 0

    /// Begins with none.
    ///
    /// - Parameters:
    ///   - limit: How many are told one by one.
    ///   - rest: What is said of the others, behind their number.
    init(limit: Int, rest: String) {
        self.limit = limit
        self.rest = rest
    }

    /// Adds one.
    mutating func add(_ sentence: String) {
        count += 1
        if first.count < limit { first.append(sentence) }
    }

    /// A sentence for each of the first, and one for the rest.
    var sentences: [String] {
        count > first.count ? first + ["\(count - first.count) \(rest)"] : first
    }
}
