/// An observer of payloads and transfers, for logs, metrics and traces.
///
/// Its methods are called during the work, from many tasks at once and under no lock: they must be quick and must not
/// wait. All of them are optional. Without an observer no event is created.
public protocol AttacheObserver: Sendable {
    /// A payload has arrived.
    ///
    /// - Parameter event: The source of the payload.
    func itemBegan(_ event: ItemBegan)

    /// A transfer for one medium has ended, successfully or not; cached and shared media have no transfer of their own.
    ///
    /// - Parameter event: The URL, the outcome and the times.
    func mediaTransferred(_ event: MediaTransferred)

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
    public func itemFinished(_ event: ItemFinished) {}
}

/// The arrival of a payload.
public struct ItemBegan: Sendable {
    private let origin: ItemSource

    /// The payload's source, such as `campaign.ndjson#3`; always `payload` for calls of the library.
    public var source: String { origin.description }

    package init(_ origin: ItemSource) {
        self.origin = origin
    }
}

/// The end of a transfer for one medium, with all its redirects and a second attempt.
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

/// The result of a payload.
public struct ItemFinished: Sendable {
    /// The result.
    public let result: RewriteResult
    /// The media that the payload names, in the order they were tried.
    private let references: [MediaReference]

    package init(_ result: RewriteResult, media references: [MediaReference] = []) {
        self.result = result
        self.references = references
    }

    /// The media URLs that were tried, without queries, users and passwords; empty when the push ended earlier.
    public var mediaURLs: [String] { references.map { RedactedURL.text($0.text) } }

    /// The source of each verdict; none for a URL that was refused before any lookup.
    public var supplies: [MediaSupply] { result.traces.map(\.supply) }
}

/// The times of a payload or a transfer.
public struct StageTimes: Sendable, Equatable {
    /// A stage with a time of its own.
    public enum Stage: String, Sendable, CaseIterable {
        /// The lookup of the name.
        case resolve
        /// The TCP connection.
        case connect
        /// The TLS handshake.
        case tls
        /// From sending the request to the first byte of the response.
        case firstByte = "first_byte"
        /// From the first byte of the response to its last.
        case body
        /// Inspecting and storing the file.
        case inspect
    }

    /// The total time.
    public let total: Duration
    /// The receiving device's time before it shows the push, if the link model gives it.
    public let device: Duration?
    private let transfer: TransferTiming
    private let inspection: Duration

    package init(_ timing: ResultTiming) {
        total = timing.total
        device = timing.device
        transfer = timing.transfer
        inspection = timing.inspection
    }

    /// The time of one stage.
    ///
    /// - Parameter stage: The stage.
    /// - Returns: The sum over all transfers; zero for a stage that did not take place, such as the handshake on a
    ///   reused connection.
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

    /// Whether there was a lookup or a request; without one the stages of a transfer are zero.
    public var hasTransfer: Bool { transfer != TransferTiming() }
}

/// The delivery of events to the observers; without observers no event is created.
struct ObserverNotifier: Sendable {
    private let observers: [any AttacheObserver]

    init(_ observers: [any AttacheObserver]) {
        self.observers = observers
    }

    func begin(_ item: InputItem) {
        guard !observers.isEmpty else { return }
        let event = ItemBegan(item.origin)
        for observer in observers { observer.itemBegan(event) }
    }

    func transfer(_ url: MediaURL, _ verdict: MediaVerdict) {
        guard !observers.isEmpty else { return }
        let event = MediaTransferred(url, verdict)
        for observer in observers { observer.mediaTransferred(event) }
    }

    /// Notifies the observers and returns the result.
    func finish(_ result: RewriteResult, media: [MediaReference] = []) -> RewriteResult {
        guard !observers.isEmpty else { return result }
        let event = ItemFinished(result, media: media)
        for observer in observers { observer.itemFinished(event) }
        return result
    }
}
