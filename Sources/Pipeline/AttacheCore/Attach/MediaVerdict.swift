/// The result for one media reference, shared by every payload with the same URL under the same terms.
package struct MediaVerdict: Sendable {
    @Boxed package var attachment: Attachment?
    /// The findings, the headline first.
    package var reasons: [Reason]
    package var timing: TransferTiming
    /// The time for inspecting and storing the file.
    package var inspection: Duration
    /// The receiving device's time, if the link model gives it; `nil` without a transfer.
    package var deviceTime: Duration?
    /// The record of the transfer; `nil` when the URL was refused before any lookup.
    @Boxed package var trace: TransferRecord? = nil
    /// What the response showed; `nil` without one.
    @Boxed package var facts: ResponseFacts? = nil
    /// The record of the repair; `nil` for a file that needed none.
    @Boxed package var repair: RepairRecord? = nil
    /// Whether the time of one payload ended the work; another payload may have more.
    package var isOutOfTime = false

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

    /// The same verdict for an item that shares another item's transfer, without the times, which are the other item's.
    var shared: MediaVerdict {
        var verdict = self
        verdict.trace?.supply = .shared
        verdict.timing = TransferTiming()
        verdict.inspection = .zero
        return verdict
    }

    /// The same verdict with reasons about one media reference.
    func about(_ reference: MediaReference) -> MediaVerdict {
        var verdict = self
        verdict.reasons = reasons.about(reference)
        return verdict
    }
}

extension [Reason] {
    /// The same reasons about one media reference.
    func about(_ reference: MediaReference) -> [Reason] {
        guard !isEmpty else { return self }
        let (url, pointer) = (RedactedURL.withoutSecrets(reference.text), reference.pointer)
        return map { $0.about(url, at: pointer) }
    }
}

/// The record of one media reference of an item, for summaries and reports.
package struct TransferRecord: Sendable, Equatable {
    /// The host of the requested URL; `nil` when the URL has none.
    package var host: String?
    package var supply: MediaSupply
    /// Bytes of the attached file; 0 without one.
    package var byteCount: Int
    /// The duration of the transfer, even if it was made for another item.
    package var transfer: Duration
    /// The status of the last response; `nil` without one, and for a cached verdict.
    package var status: Int?
    /// The sum of the received bodies, in bytes; 0 for a cached verdict.
    package var receivedCount: Int
    /// The record of the repair; `nil` for a file that needed none.
    @Boxed package var repair: RepairRecord? = nil

    package init(
        host: String?,
        supply: MediaSupply,
        byteCount: Int,
        transfer: Duration,
        status: Int? = nil,
        receivedCount: Int = 0
    ) {
        self.host = host
        self.supply = supply
        self.byteCount = byteCount
        self.transfer = transfer
        self.status = status
        self.receivedCount = receivedCount
    }

    /// Whether a request was sent for this item.
    package var askedOrigin: Bool { supply == .transferred || supply == .revalidated }
}

/// The source of the verdict on a media reference.
public enum MediaSupply: String, Sendable, CaseIterable {
    /// A request for this item.
    case transferred
    /// The request for another item of the same run, finished or in progress.
    case shared
    /// A response of an earlier run that is still fresh.
    case cached
    /// A response of an earlier run that the origin reported as unchanged.
    case revalidated
}

/// Loads permitted media: the stages fetch, inspect and attach.
///
/// `MediaLoader` runs the stages; `CachingMediaLoader` and `ObservedMediaLoader` wrap another loader.
package protocol MediaLoading: Sendable {
    /// Loads a media file, or revalidates the stale one. Nothing is thrown: a failure is a verdict with reasons.
    func load(_ request: DownloadRequest, unless stale: StaleMedia?) async -> LoadedMedia
}

/// The result of a load.
package struct LoadedMedia: Sendable {
    package var verdict: MediaVerdict
    /// Requests and heads of their responses, redirects first; empty without a cache.
    package var exchanges: [ResponseExchange] = []

    package init(_ verdict: MediaVerdict, exchanges: [ResponseExchange] = []) {
        self.verdict = verdict
        self.exchanges = exchanges
    }
}

/// A cached file that is no longer fresh and must be revalidated.
package struct StaleMedia: Sendable {
    package var validators: Validators
    /// The verdict if the origin confirms the file.
    package var verdict: MediaVerdict
}
