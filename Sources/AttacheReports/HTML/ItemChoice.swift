import AttacheCore

/// Chooses the items of the page's table, where there are more than it takes: those without media first.
struct ItemSelection {
    /// Items in the table.
    let count: Int
    /// Items that the table leaves out.
    let omittedCount: Int
    private var attachedLeft: Int
    private var othersLeft: Int

    /// Creates the choice.
    ///
    /// - Parameters:
    ///   - outcomes: What became of all items.
    ///   - limit: Items in the table at most.
    init(_ outcomes: OutcomeCounts, limit: Int) {
        count = min(outcomes.total, limit)
        omittedCount = outcomes.total - count
        othersLeft = min(outcomes.total - outcomes[.attached], limit)
        attachedLeft = limit - othersLeft
    }

    /// Whether the table takes the next item.
    mutating func takes(_ outcome: Outcome) -> Bool {
        if outcome == .attached {
            attachedLeft -= 1
            return attachedLeft >= 0
        }
        othersLeft -= 1
        return othersLeft >= 0
    }
}
