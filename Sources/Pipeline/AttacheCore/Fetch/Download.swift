/// The result of a download.
package struct Download: Sendable {
    /// The body, or the failure.
    package var body: Result<DownloadedBody, FetchFailure>
    /// The URL of the last hop.
    package var url: MediaURL
    /// Times of all hops and attempts together.
    package var timing: TransferTiming
    /// The device's equivalent: the last attempt alone, every connection new.
    package var route: DeviceRoute
    package var notes: [Reason]
    /// The status of the last response; `nil` without one.
    package var status: Int?
    /// Requests and response heads of the last attempt, redirects first; empty unless responses are cached.
    package var exchanges: [ResponseExchange] = []
    /// What the last response showed of the media file; `nil` without one, and for an unchanged file.
    @Boxed package var facts: ResponseFacts? = nil
}

/// A successful download's body.
package enum DownloadedBody: Sendable {
    case received(ReceivedBody)
    /// The origin confirmed the cached file; its verdict.
    case unchanged
}

/// A complete body on disk, its type detected from its first bytes; the rest is not yet inspected.
package struct ReceivedBody: Sendable {
    package var spool: any MediaSpool
    /// Its first bytes, at most `FormatDetector.neededPrefix`.
    package var prefix: [UInt8]
    package var byteCount: Int
    /// Format detected from its first bytes.
    package var format: MediaFormat
    /// The extension of its URL, or `nil` when it has none or the policy ignores it.
    package var claimedExtension: String?
    /// The extension of the attached file, without the dot.
    package var fileExtension: String
    /// Warnings and notes.
    package var warnings: [Reason]
    /// The second opinion on the type, which began with the prefix.
    package var opinion: TypeQuestion?
    /// The reason why a device refuses the file, which was received for a repair; `nil` for a file that needs none.
    @Boxed package var refusal: Reason?

    package init(
        spool: any MediaSpool,
        prefix: [UInt8],
        byteCount: Int,
        format: MediaFormat,
        claimedExtension: String?,
        fileExtension: String,
        warnings: [Reason],
        opinion: TypeQuestion? = nil,
        refusal: Reason? = nil
    ) {
        self.opinion = opinion
        self.refusal = refusal
        self.spool = spool
        self.prefix = prefix
        self.byteCount = byteCount
        self.format = format
        self.claimedExtension = claimedExtension
        self.fileExtension = fileExtension
        self.warnings = warnings
    }

    /// The reason when its file cannot be read.
    package static let unreadable = Reason(
        .attachStoreFailed,
        "The downloaded file could not be read back from the media store.",
        fix: "Check the store's directory and its disk."
    )

    /// State of a body while it arrives.
    struct Progress {
        var prefix: [UInt8] = []
        var byteCount = 0
        var declaredLength: Int?
        var format: MediaFormat?
        /// How it attaches, once its type is known.
        var type: TypeJudge.AcceptedType?
        /// The second opinion in progress.
        var opinion: TypeQuestion?
        /// The reason why a device refuses the file, when it may be repaired.
        var refusal: Reason?
        /// Length of the prefix before it was freed.
        private(set) var droppedCount: Int?
        /// Length of the prefix at the last type detection.
        private var checkedCount = 0

        /// Whether to detect the type now; a body that arrives byte by byte is not checked for each byte.
        mutating func shouldDetect(isWhole: Bool, limit: Int) -> Bool {
            let isFull = prefix.count >= limit
            guard isWhole || isFull || prefix.count >= min(checkedCount * 2, checkedCount + 1024) else { return false }
            checkedCount = prefix.count
            return true
        }

        /// Frees the prefix, which is on disk as well; `droppedCount` keeps its length.
        mutating func dropPrefix() {
            guard droppedCount == nil else { return }
            droppedCount = prefix.count
            prefix = []
        }

        mutating func extendPrefix(with bytes: Span<UInt8>, limit: Int) {
            let count = min(bytes.count, limit - prefix.count)
            guard count > 0 else { return }
            // Unsafe but valid: the bytes are copied during the call.
            unsafe bytes.extracting(first: count).withUnsafeBufferPointer { unsafe prefix.append(contentsOf: $0) }
        }
    }
}

/// The connections and lookups that the receiving device would need for a download made here.
///
/// A sender reuses connections and lookups; a phone that wakes for a push has neither.
package struct DeviceRoute: Sendable, Equatable {
    /// Times of the last attempt, with every connection counted as new.
    package private(set) var timing = TransferTiming()
    /// Number of host names that the device would look up.
    package var lookupCount: Int { names.count }

    private var names: Set<String> = []
    private var origins: Set<Origin> = []

    private struct Origin: Hashable {
        let scheme: MediaURL.Scheme
        let host: MediaHost
        let port: Int
    }

    package init() {}

    /// Adds a hop with its measured times.
    package mutating func add(_ url: MediaURL, _ measured: TransferTiming) {
        timing += measured
        if case .name(let name) = url.host { names.insert(name) }
        let isNew = origins.insert(Origin(scheme: url.scheme, host: url.host, port: url.port)).inserted
        guard isNew, measured.connectionCount == 0, measured.requestCount > 0 else { return }
        // A connection reused here is new on the device; TLS 1.3 is assumed for it.
        timing.connectionCount += 1
        if url.scheme == .https { timing.tlsConnectionCount += 1 }
    }
}
