/// The media that a run's notifications show.
package struct MediaTotals: Sendable, Equatable {
    /// Attachments, every one of every item.
    package var attachmentCount = 0
    /// Bytes of the attachments, every one of every item: what all devices together load.
    package var attachedByteCount = 0
    /// Different files among them, by content.
    package var fileCount = 0
    /// Bytes of the different files: what they take in the store.
    package var fileByteCount = 0
    /// Whether the counts of different files are exact; if not there are at least as many.
    package var isFileCountExact = true

    /// Creates totals of nothing.
    package init() {}
}
