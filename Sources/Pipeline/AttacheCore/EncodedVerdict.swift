import AttacheSystem

/// A verdict that many payloads share, with its encoded parts.
package final class EncodedVerdict: Sendable {
    /// The verdict for all items except the one that is charged with the download.
    package let verdict: MediaVerdict
    /// The attachment, if any.
    let attachments: [Attachment]
    /// The transfer record, if any.
    let traces: [TransferRecord]
    /// The attachments as a JSON array.
    let attachmentsText: [UInt8]
    /// The reasons as a JSON array.
    let reasonsText: [UInt8]
    /// The stages after the gate as members of a JSON object, for an item with this media file and no other reasons.
    let stagesText: [UInt8]
    /// What was recorded last of an item with this media file.
    private let record = Locked<ItemRecord.SharedContent?>(nil)
    /// The device's verdict as JSON, once it has been needed.
    private let deviceText = Locked<[UInt8]?>(nil)

    /// Encodes the shared form of a verdict.
    package init(_ verdict: MediaVerdict) {
        let verdict = verdict.shared
        self.verdict = verdict
        attachments = verdict.attachment.map { [$0] } ?? []
        traces = verdict.trace.map { [$0] } ?? []
        var writer = JSONWriter(capacity: 512)
        AttachmentEncoder.write(attachments, to: &writer)
        attachmentsText = writer.bytes
        writer = JSONWriter(capacity: 512)
        ReasonEncoder.write(list: verdict.reasons, to: &writer)
        reasonsText = writer.bytes
        writer = JSONWriter(capacity: 512)
        let report = StageReport(
            outcome: attachments.isEmpty ? .plain : .attached,
            hasMedia: true,
            traces: traces,
            isAttached: !attachments.isEmpty,
            reasons: verdict.reasons
        )
        StageEncoder.writeRest(report, traces, attachments, to: &writer)
        stagesText = writer.bytes
    }

    /// The object of the last record of an item with this media file, if it has the same content; otherwise a new one.
    func content(equalTo content: ItemRecord.Content) -> ItemRecord.SharedContent {
        if let last = record.withLock({ $0 }), last.content == content { return last }
        let new = ItemRecord.SharedContent(content)
        record.withLock { $0 = new }
        return new
    }

    /// The device's verdict on an item with this media file, encoded once: `make` gives the same for all such items.
    func deviceText(_ make: () -> [UInt8]) -> [UInt8] {
        if let known = deviceText.withLock({ $0 }) { return known }
        let text = make()
        deviceText.withLock { $0 = text }
        return text
    }
}
