/// What became of one media reference; shared by every payload that names the same URL under the same terms.
package struct MediaVerdict: Sendable {
    /// The attachment, or `nil` when there is none.
    package var attachment: Attachment?
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// Where the time of the transfer went.
    package var timing: TransferTiming
    /// Time spent looking at the file and storing it.
    package var inspection: Duration
    /// What the receiving device would need, where the link model tells; `nil` without a transfer.
    package var deviceTime: Duration?
    /// What it took, and where the verdict came from; `nil` when the URL was refused before anybody was asked.
    package var trace: TransferRecord?

    /// Creates a verdict.
    ///
    /// - Parameters:
    ///   - attachment: The attachment, or `nil`.
    ///   - reasons: The findings, the headline first.
    ///   - timing: Where the time of the transfer went.
    ///   - inspection: Time spent looking at the file and storing it.
    ///   - deviceTime: What the receiving device would need.
    package init(
        attachment: Attachment? = nil,
        reasons: [Reason],
        timing: TransferTiming = TransferTiming(),
        inspection: Duration = .zero,
        deviceTime: Duration? = nil
    ) {
        self.attachment = attachment
        self.reasons = reasons
        self.timing = timing
        self.inspection = inspection
        self.deviceTime = deviceTime
    }

    /// The same verdict for an item whose load it was not.
    var shared: MediaVerdict {
        var verdict = self
        verdict.trace?.supply = .shared
        return verdict
    }
}

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
