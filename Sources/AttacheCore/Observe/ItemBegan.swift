/// A payload has come in.
public struct ItemBegan: Sendable {
    private let origin: ItemSource

    /// Where it came from, such as `campaign.ndjson#3`; from the library always `payload`.
    public var source: String { origin.description }

    /// Creates the event.
    ///
    /// - Parameter origin: Where the payload came from.
    package init(_ origin: ItemSource) {
        self.origin = origin
    }
}
