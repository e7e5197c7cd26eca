/// The items of a run in the order of the input, one at a time, as often as a report wants to see them.
package struct ItemFeed {
    /// Calls back for each item.
    package typealias Visit = (ReportedItem) throws -> Void

    private let iterate: (Visit) throws -> Void

    /// Creates a feed.
    ///
    /// - Parameter iterate: Calls back for each item, the same ones in the same order each time; items of one input file
    ///   or directory stand together. What the callback throws it throws on.
    package init(_ iterate: @escaping (Visit) throws -> Void) {
        self.iterate = iterate
    }

    /// Visits every item once.
    ///
    /// - Parameter visit: Called for each item.
    /// - Throws: What the source of items or the callback throws.
    package func forEach(_ visit: Visit) throws {
        try iterate(visit)
    }
}
