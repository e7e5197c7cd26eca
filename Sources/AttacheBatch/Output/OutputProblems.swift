/// Outputs that are complete and cannot get their names; the rest of the run goes on.
struct OutputProblems: Sendable {
    /// How many are told one by one.
    static let limit = 10

    private var told: [String] = []
    private var count = 0

    /// Adds one.
    ///
    /// - Parameter sentence: Which output it is, and what keeps it from its name.
    mutating func add(_ sentence: String) {
        count += 1
        if told.count < Self.limit { told.append(sentence) }
    }

    /// A sentence for each of the first, and one for the rest.
    var sentences: [String] {
        let rest = count - told.count
        return told + (rest > 0 ? ["\(rest) more could not get their names either."] : [])
    }
}
