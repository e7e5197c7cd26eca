import AttacheCore

@testable import AttacheBatch

extension CompletedItem {
    /// An item with an invented result.
    static func made(of item: BatchItem, _ result: String, isFault: Bool) -> CompletedItem {
        let reasons = isFault ? [Reason(.fetchHostCooling, "Not asked.")] : []
        return CompletedItem(
            item: item,
            record: ItemRecord(source: "\(item.sequence)", outcome: .plain, reasons: reasons),
            line: Array("\(isFault ? "no " : "")\(result)\n".utf8),
            holdsPermit: false,
            readCount: 0
        )
    }
}
