package import AttacheCore

/// A finished item as the ledger gives it back.
package struct StoredItem: Sendable {
    /// What is kept of the item.
    package var record: ItemRecord
    /// The name of its output below the output directory, as bytes; `nil` where it has none.
    package var output: [UInt8]?
    /// Whether an earlier process finished it.
    package var isEarlier: Bool
}
