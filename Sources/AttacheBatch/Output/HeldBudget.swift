/// How much memory holds of results that wait for their turn, over all outputs; the ledger has them in any case.
struct ReorderBudget {
    /// Bytes that may be held.
    static let limit = 2 << 20

    /// Bytes that are held.
    var count = 0

    /// Whether more is held than may be.
    var isExceeded: Bool { count > Self.limit }
}
