/// A transfer for one medium has ended, with all its redirects and a second attempt.
public struct MediaTransferred: Sendable {
    /// The URL without its query.
    public let url: String
    /// The name or address in the URL.
    public let host: String
    /// `transferred`, or `revalidated` where the origin said that nothing has changed.
    public let supply: MediaSupply
    /// Bytes of bodies that arrived, those of refused ones included.
    public let byteCount: Int
    /// The finding because of which nothing is attached; `nil` when the file is.
    public let failure: Reason?
    /// Where the time went; the total is that of all stages, without waiting for a turn.
    public let times: StageTimes

    /// Creates the event.
    ///
    /// - Parameters:
    ///   - url: What was loaded.
    ///   - verdict: What became of it.
    package init(_ url: MediaURL, _ verdict: MediaVerdict) {
        self.url = url.redactedText
        host = url.host.description
        supply = verdict.trace?.supply ?? .transferred
        byteCount = verdict.timing.byteCount
        failure = verdict.attachment == nil ? verdict.reasons.first { $0.severity == .block } : nil
        times = StageTimes(
            ResultTiming(
                total: verdict.timing.total + verdict.inspection,
                transfer: verdict.timing,
                inspection: verdict.inspection,
                device: verdict.deviceTime
            )
        )
    }
}
