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
