/// The verdicts on all media of one payload, put together.
///
/// The first one's lists are taken as they are, which is all there is for nearly every payload.
package struct VerdictCollection: Sendable {
    /// The media that are shown, their identifiers distinct.
    private(set) var attachments: [Attachment] = []
    /// The findings, in the order of the references.
    private(set) var reasons: [Reason] = []
    /// What each reference took.
    private(set) var traces: [TransferRecord] = []
    /// The transfers, added up.
    private(set) var transfer = TransferTiming()
    /// Looking at the files and storing them, added up.
    private(set) var inspection = Duration.zero
    /// What the receiving device would need, added up; `nil` where nothing tells.
    private(set) var deviceTime: Duration?
    /// The only verdict, when others share it.
    private(set) var shared: EncodedVerdict?
    /// How many verdicts there are.
    private(set) var count = 0

    /// Creates an empty collection.
    package init() {}

    /// Adds the verdict on the next reference.
    ///
    /// - Parameter verdict: The verdict.
    package mutating func add(_ verdict: MediaVerdict) {
        addTimes(of: verdict)
        if let attachment = verdict.attachment { add(attachment) }
        reasons += verdict.reasons
        if let trace = verdict.trace { traces.append(trace) }
        shared = nil
    }

    /// Adds the verdict on the next reference, which others have been given as well.
    ///
    /// - Parameter shared: The verdict.
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

    /// The same file twice needs two identifiers.
    private mutating func add(_ attachment: Attachment) {
        var attachment = attachment
        let same = attachments.count { $0.file.sha256 == attachment.file.sha256 }
        if same > 0 { attachment.identifier += "-\(same + 1)" }
        attachments.append(attachment)
    }
}
