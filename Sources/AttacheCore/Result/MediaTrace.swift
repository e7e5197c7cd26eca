/// What one media reference of an item took; for summaries and reports.
package struct TransferRecord: Sendable, Equatable {
    /// The host of the URL, as it was asked; `nil` when the URL has none.
    package var host: String?
    /// Where the verdict came from.
    package var supply: MediaSupply
    /// Bytes of the attached file; 0 without one.
    package var byteCount: Int
    /// The time that the transfer took, also where another item had made it.
    package var transfer: Duration

    /// Creates a trace.
    ///
    /// - Parameters:
    ///   - host: The host of the URL, as it was asked.
    ///   - supply: Where the verdict came from.
    ///   - byteCount: Bytes of the attached file; 0 without one.
    ///   - transfer: The time that the transfer took.
    package init(host: String?, supply: MediaSupply, byteCount: Int, transfer: Duration) {
        self.host = host
        self.supply = supply
        self.byteCount = byteCount
        self.transfer = transfer
    }
}
