package import AttacheCore

/// How many items came to each outcome.
package struct OutcomeCounts: Sendable, Equatable {
    private var counts = [Int](repeating: 0, count: Outcome.allCases.count)

    /// Creates counts of nothing.
    package init() {}

    /// How many items came to an outcome.
    ///
    /// - Parameter outcome: The outcome.
    package subscript(outcome: Outcome) -> Int {
        get { counts[Self.index(of: outcome)] }
        set { counts[Self.index(of: outcome)] = newValue }
    }

    /// Items in all.
    package var total: Int { counts.reduce(0, +) }

    /// The outcomes in their own order with their counts, those that did not happen too.
    package var all: [(outcome: Outcome, count: Int)] {
        Outcome.allCases.map { ($0, self[$0]) }
    }

    /// Where an outcome stands in the order of all.
    static func index(of outcome: Outcome) -> Int {
        switch outcome {
        case .attached: 0
        case .rewritten: 1
        case .plain: 2
        case .untouched: 3
        case .rejected: 4
        }
    }
}
