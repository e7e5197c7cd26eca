/// A verdict that many payloads share, with what each of them would else make anew.
package final class EncodedVerdict: Sendable {
    /// The verdict, as it stands for everybody but the item whose load it was.
    package let verdict: MediaVerdict
    /// Its attachment, or none.
    let attachments: [Attachment]
    /// What it took, or nothing.
    let traces: [TransferRecord]
    /// The attachments as a JSON array.
    let attachmentsText: [UInt8]
    /// The findings as a JSON array.
    let reasonsText: [UInt8]

    /// Makes a verdict ready for being shared.
    ///
    /// - Parameter verdict: The verdict of the item whose load it was.
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
    }
}
