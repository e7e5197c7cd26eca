/// An observer of payloads and transfers, for logs, metrics and traces.
///
/// Its methods are called during the work, from many tasks at once and under no lock: they must be quick and must not
/// wait. All of them are optional. Without an observer no event is created.
public protocol AttacheObserver: Sendable {
    /// A payload has arrived.
    ///
    /// - Parameter event: The source of the payload.
    func itemBegan(_ event: ItemBegan)

    /// A transfer for one media file has ended, successfully or not; cached and shared media have no transfer of their own.
    ///
    /// - Parameter event: The URL, the outcome and the times.
    func mediaTransferred(_ event: MediaTransferred)

    /// A file was copied to the object store, was found there, or could not be copied.
    ///
    /// - Parameter event: The end of the upload.
    func mediaUploaded(_ event: MediaUploaded)

    /// A payload has its result; every payload that began gets one, unless a stopped run drops it.
    ///
    /// - Parameter event: The result.
    func itemFinished(_ event: ItemFinished)
}

extension AttacheObserver {
    /// Ignores the event.
    public func itemBegan(_ event: ItemBegan) {}
    /// Ignores the event.
    public func mediaTransferred(_ event: MediaTransferred) {}
    /// Ignores the event.
    public func mediaUploaded(_ event: MediaUploaded) {}
    /// Ignores the event.
    public func itemFinished(_ event: ItemFinished) {}
}

/// The arrival of a payload.
public struct ItemBegan: Sendable {
    let origin: ItemSource

    /// The payload's source, such as `campaign.ndjson#3`; always `payload` for calls of the library.
    public var source: String { origin.description }
}

/// The end of a transfer for one media file, with all its redirects and a second attempt.
public struct MediaTransferred: Sendable {
    /// The URL without its query.
    public let url: String
    /// The name or address in the URL.
    public let host: String
    /// `transferred`, or `revalidated` if the origin reported no change.
    public let supply: MediaSupply
    /// Bytes of received bodies, including refused ones.
    public let byteCount: Int
    /// The finding that prevented the attachment; `nil` if the file is attached.
    public let failure: Reason?
    /// The times of the stages; the total excludes waiting for a slot.
    public let times: StageTimes
    /// What was done to repair the file; `nil` for a file that needed none.
    package let repair: RepairRecord?

    package init(_ url: MediaURL, _ verdict: MediaVerdict) {
        self.url = url.redactedText
        host = url.host.description
        supply = verdict.trace?.supply ?? .transferred
        byteCount = verdict.timing.byteCount
        repair = verdict.repair
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

/// The end of an upload of one file to the object store.
public struct MediaUploaded: Sendable {
    /// How an upload ended.
    public enum Result: String, Sendable, CaseIterable {
        /// The file was sent.
        case sent
        /// The bucket had the file.
        case present
        /// The file could not be sent; another payload may try again.
        case failed
    }

    /// How the upload ended.
    public let result: Result
    /// The length of the file in bytes if it was sent, otherwise 0.
    public let byteCount: Int
    /// The time for all requests, without waiting for a slot.
    public let duration: Duration

    package init(result: Result, byteCount: Int, duration: Duration) {
        self.result = result
        self.byteCount = byteCount
        self.duration = duration
    }
}

/// The result of a payload.
public struct ItemFinished: Sendable {
    /// The result.
    public let result: RewriteResult

    /// The media URLs that were tried, without queries, users and passwords; empty when the push ended earlier.
    public var mediaURLs: [String] { result.media.map { RedactedURL.text($0.text) } }

    /// The source of each verdict; none for a URL that was refused before any lookup.
    public var supplies: [MediaSupply] { result.traces.map(\.supply) }
}
