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

/// Where the verdict on a media reference came from.
public enum MediaSupply: String, Sendable, CaseIterable {
    /// The origin was asked for this item.
    case transferred
    /// Another item of the same run had asked, or was asking.
    case shared
    /// An earlier run had asked, and its answer is still fresh.
    case cached
    /// An earlier run had asked, and the origin said that nothing has changed.
    case revalidated
}

/// Where the time of one payload went.
package struct ResultTiming: Sendable, Equatable {
    /// From the item's arrival to its result.
    package var total: Duration
    /// The transfers, added up; zero without one.
    package var transfer: TransferTiming
    /// Looking at the files and storing them.
    package var inspection: Duration
    /// What the receiving device would need before it shows the push, where the link model tells.
    package var device: Duration?

    /// Creates a timing.
    ///
    /// - Parameters:
    ///   - total: From the item's arrival to its result.
    ///   - transfer: The transfers, added up.
    ///   - inspection: Looking at the files and storing them.
    ///   - device: What the receiving device would need.
    package init(
        total: Duration,
        transfer: TransferTiming = TransferTiming(),
        inspection: Duration = .zero,
        device: Duration? = nil
    ) {
        self.total = total
        self.transfer = transfer
        self.inspection = inspection
        self.device = device
    }
}
