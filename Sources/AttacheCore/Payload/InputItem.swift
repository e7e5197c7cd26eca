/// One payload as it came in, before anybody looked at it.
package struct InputItem: Sendable {
    /// What could be read of it.
    package enum Content: Sendable {
        /// The item's bytes.
        case bytes([UInt8])
        /// The item is longer than the largest input; it was not read on.
        case tooLong(limit: Int)
        /// The item could not be read, with a sentence that says why.
        case unreadable(String)
    }

    /// Where it came from, such as `payload.json`, `stdin` or `campaign.ndjson#3`.
    package var source: String
    /// What could be read of it.
    package var content: Content
    /// When its time began.
    package var arrival: ContinuousClock.Instant

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - source: Where it came from, for people.
    ///   - content: What could be read of it.
    ///   - arrival: When its time began.
    package init(source: String, content: Content, arrival: ContinuousClock.Instant) {
        self.source = source
        self.content = content
        self.arrival = arrival
    }
}
