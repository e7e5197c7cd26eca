/// The combined verdicts on all media of one payload.
///
/// The lists of the first verdict are used unchanged; nearly every payload has only one.
package struct VerdictCollection: Sendable {
    /// The shown media, with distinct identifiers.
    private(set) var attachments: [Attachment] = []
    /// The findings, in the order of the references.
    private(set) var reasons: [Reason] = []
    private(set) var traces: [TransferRecord] = []
    private(set) var transfer = TransferTiming()
    private(set) var inspection = Duration.zero
    /// The sum of the receiving device's times; `nil` when unknown.
    private(set) var deviceTime: Duration?
    /// The only verdict, if other items share it.
    private(set) var shared: EncodedVerdict?
    private(set) var count = 0

    package init() {}

    package mutating func add(_ verdict: MediaVerdict) {
        addTimes(of: verdict)
        if let attachment = verdict.attachment { add(attachment) }
        reasons += verdict.reasons
        if let trace = verdict.trace { traces.append(trace) }
        shared = nil
    }

    /// Adds a verdict that other items share.
    mutating func add(_ shared: EncodedVerdict) {
        guard count == 0 else { return add(shared.verdict) }
        addTimes(of: shared.verdict)
        attachments = shared.attachments
        reasons = shared.verdict.reasons
        traces = shared.traces
        self.shared = shared
    }

    private mutating func addTimes(of verdict: MediaVerdict) {
        count += 1
        transfer += verdict.timing
        inspection += verdict.inspection
        if let time = verdict.deviceTime { deviceTime = (deviceTime ?? .zero) + time }
    }

    /// Adds an attachment; a repeated file gets another identifier.
    private mutating func add(_ attachment: Attachment) {
        var attachment = attachment
        let same = attachments.count { $0.file.sha256 == attachment.file.sha256 }
        if same > 0 { attachment.identifier += "-\(same + 1)" }
        attachments.append(attachment)
    }
}
