package import AttacheCore

/// One item as reports see it.
package struct ReportedItem: Sendable {
    /// What is kept of it.
    package var record: ItemRecord
    /// The file that holds its result, relative to the output directory; `nil` where there is none.
    package var output: String?

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - record: What is kept of it.
    ///   - output: The file that holds its result, relative to the output directory.
    package init(record: ItemRecord, output: String? = nil) {
        self.record = record
        self.output = output
    }
}
