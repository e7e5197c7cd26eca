package import AttacheCore

/// How many media references got their verdict from where.
package struct SupplyCounts: Sendable, Equatable {
    private var counts = [Int](repeating: 0, count: MediaSupply.allCases.count)

    /// Creates counts of nothing.
    package init() {}

    /// How many references got their verdict from one place.
    ///
    /// - Parameter supply: The place.
    package subscript(supply: MediaSupply) -> Int {
        get { counts[Self.index(of: supply)] }
        set { counts[Self.index(of: supply)] = newValue }
    }

    /// References in all.
    package var total: Int { counts.reduce(0, +) }

    /// References that cost no whole transfer: shared, cached and revalidated ones.
    package var hitCount: Int { total - self[.transferred] }

    /// The places in their own order with their counts, those that gave nothing too.
    package var all: [(supply: MediaSupply, count: Int)] {
        MediaSupply.allCases.map { ($0, self[$0]) }
    }

    private static func index(of supply: MediaSupply) -> Int {
        switch supply {
        case .transferred: 0
        case .shared: 1
        case .cached: 2
        case .revalidated: 3
        }
    }
}
