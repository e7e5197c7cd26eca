/// The record of one media reference of an item, for summaries and reports.
package struct TransferRecord: Sendable, Equatable {
    /// The host of the requested URL; `nil` when the URL has none.
    package var host: String?
    package var supply: MediaSupply
    /// Bytes of the attached file; 0 without one.
    package var byteCount: Int
    /// The duration of the transfer, even if it was made for another item.
    package var transfer: Duration

    package init(host: String?, supply: MediaSupply, byteCount: Int, transfer: Duration) {
        self.host = host
        self.supply = supply
        self.byteCount = byteCount
        self.transfer = transfer
    }
}

/// The source of the verdict on a media reference.
public enum MediaSupply: String, Sendable, CaseIterable {
    /// A request for this item.
    case transferred
    /// The request for another item of the same run, finished or in progress.
    case shared
    /// A response of an earlier run that is still fresh.
    case cached
    /// A response of an earlier run that the origin reported as unchanged.
    case revalidated
}

/// The times of one payload.
package struct ResultTiming: Sendable, Equatable {
    /// From the item's arrival to its result.
    package var total: Duration
    /// The sum of the transfers; zero without one.
    package var transfer: TransferTiming
    /// Inspecting and storing the files.
    package var inspection: Duration
    /// The receiving device's time before it shows the push, if the link model gives it.
    package var device: Duration?

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
