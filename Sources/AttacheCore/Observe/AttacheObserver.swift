/// Is told what happens to payloads, for logs, metrics and traces.
///
/// It is called in the middle of the work, from many tasks at once and under no lock: it must be quick and must not wait.
/// What it does not implement is not told. Without an observer nothing of this is made.
public protocol AttacheObserver: Sendable {
    /// A payload has come in.
    ///
    /// - Parameter event: Which one.
    func itemBegan(_ event: ItemBegan)

    /// A transfer for one medium has ended, well or not; media that are remembered or shared have none of their own.
    ///
    /// - Parameter event: What was loaded and what it took.
    func mediaTransferred(_ event: MediaTransferred)

    /// A payload has its result; each that began finishes, unless a stopped run drops it.
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
    public func itemFinished(_ event: ItemFinished) {}
}

/// A payload has come in.
public struct ItemBegan: Sendable {
    private let origin: ItemSource

    /// Where it came from, such as `campaign.ndjson#3`; from the library always `payload`.
    public var source: String { origin.description }

    /// Creates the event.
    ///
    /// - Parameter origin: Where the payload came from.
    package init(_ origin: ItemSource) {
        self.origin = origin
    }
}

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

/// A payload has its result.
public struct ItemFinished: Sendable {
    /// The result.
    public let result: RewriteResult
    private let references: [MediaReference]

    /// Creates the event.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - references: The media that the payload names, in the order they were tried.
    package init(_ result: RewriteResult, media references: [MediaReference] = []) {
        self.result = result
        self.references = references
    }

    /// The media URLs that were tried, without queries, users and passwords; none when the push ended before.
    public var mediaURLs: [String] { references.map { RedactedURL.text($0.text) } }

    /// Where each verdict came from; none for a URL that was refused before anybody was asked.
    public var supplies: [MediaSupply] { result.traces.map(\.supply) }
}
