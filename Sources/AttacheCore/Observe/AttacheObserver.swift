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

/// Where the time of a payload or a transfer went.
public struct StageTimes: Sendable, Equatable {
    /// A part that is measured by itself.
    public enum Stage: String, Sendable, CaseIterable {
        /// Looking the name up.
        case resolve
        /// Making the TCP connection.
        case connect
        /// The TLS handshake.
        case tls
        /// From the request being sent to the first byte of the response.
        case firstByte = "first_byte"
        /// From the first byte of the response to its last.
        case body
        /// Looking at the file and storing it.
        case inspect
    }

    /// All of it.
    public let total: Duration
    /// What the receiving device would need before it shows the push, where the link model tells.
    public let device: Duration?
    private let transfer: TransferTiming
    private let inspection: Duration

    /// Creates the times.
    ///
    /// - Parameter timing: Where the time went.
    package init(_ timing: ResultTiming) {
        total = timing.total
        device = timing.device
        transfer = timing.transfer
        inspection = timing.inspection
    }

    /// The time of one stage.
    ///
    /// - Parameter stage: The stage.
    /// - Returns: How long it took, several transfers added up; zero where it did not take place, such as the handshake
    ///   on a connection that was there already.
    public subscript(_ stage: Stage) -> Duration {
        switch stage {
        case .resolve: transfer.resolve
        case .connect: transfer.connect
        case .tls: transfer.tls
        case .firstByte: transfer.firstByte
        case .body: transfer.body
        case .inspect: inspection
        }
    }

    /// Whether anybody was asked: without a lookup or a request the stages of a transfer say nothing.
    public var hasTransfer: Bool { transfer != TransferTiming() }
}

/// Tells the observers; where there are none, nothing is made for them.
struct ObserverNotifier: Sendable {
    private let observers: [any AttacheObserver]

    init(_ observers: [any AttacheObserver]) {
        self.observers = observers
    }

    /// A payload has come in.
    func begin(_ item: InputItem) {
        guard !observers.isEmpty else { return }
        let event = ItemBegan(item.origin)
        for observer in observers { observer.itemBegan(event) }
    }

    /// A transfer has ended.
    func transfer(_ url: MediaURL, _ verdict: MediaVerdict) {
        guard !observers.isEmpty else { return }
        let event = MediaTransferred(url, verdict)
        for observer in observers { observer.mediaTransferred(event) }
    }

    /// A payload has its result, which is handed on.
    func finish(_ result: RewriteResult, media: [MediaReference] = []) -> RewriteResult {
        guard !observers.isEmpty else { return result }
        let event = ItemFinished(result, media: media)
        for observer in observers { observer.itemFinished(event) }
        return result
    }
}
