/// A report on a run, in one format.
package protocol RunReport: Sendable {
    /// Writes the whole report, item by item: no report holds them all.
    ///
    /// - Parameters:
    ///   - summary: What the run came to.
    ///   - items: The items, in the order of the input.
    ///   - sink: Takes the bytes; the caller finishes it.
    /// - Throws: What the feed or the sink throws.
    func write(_ summary: RunSummary, items: ItemFeed, to sink: inout ByteSink) throws
}
