/// Tells, item by item, where a test suite begins.
struct JUnitCursor {
    /// The most suites.
    let limit: Int
    private var name: Substring?
    private var count = 0

    /// Creates a cursor before the first item.
    ///
    /// - Parameter limit: The most suites, at least 1.
    init(limit: Int) {
        self.limit = limit
    }

    /// Goes on to the next item.
    ///
    /// - Parameter suite: The name of the suite that the item belongs to.
    /// - Returns: The suite's index where one begins, or `nil` where the last one goes on.
    mutating func enter(_ suite: Substring) -> Int? {
        guard suite != name, count < limit else { return nil }
        name = suite
        defer { count += 1 }
        return count
    }
}
