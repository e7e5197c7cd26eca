import AttacheCore

@testable import AttacheBatch

extension FinishedItem {
    /// An item with a result made up.
    static func made(of item: BatchItem, _ result: String, isFault: Bool) -> FinishedItem {
        let reasons = isFault ? [Reason(.fetchHostCooling, "Not asked.")] : []
        return FinishedItem(
            item: item,
            record: ItemRecord(source: "\(item.sequence)", outcome: .plain, reasons: reasons),
            line: Array("\(isFault ? "no " : "")\(result)\n".utf8),
            hasTurn: false,
            readCount: 0
        )
    }
}
