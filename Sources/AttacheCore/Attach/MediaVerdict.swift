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
