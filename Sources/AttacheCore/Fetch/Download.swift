/// How a download ended.
package struct Download: Sendable {
    /// The body, or why there is none; reasons with the headline first.
    package var body: Result<DownloadedBody, FetchFailure>
    /// The URL that answered.
    package var url: MediaURL
    /// Where the time went, all hops and attempts together.
    package var timing: TransferTiming
    /// What the device would go through for the same: the last attempt alone, every connection new.
    package var route: DeviceRoute
    /// What is worth knowing beside the result.
    package var notes: [Reason]
    /// The last attempt's requests and the heads that came back, redirects first; empty unless somebody keeps them.
    package var exchanges: [ResponseExchange] = []
}

/// What a download that went well has brought.
package enum DownloadedBody: Sendable {
    /// A body.
    case received(ReceivedBody)
    /// The origin's word that the file that is kept is still the same.
    case unchanged
}

/// A whole body on disk, its type known from its first bytes; nobody has looked at the rest yet.
package struct ReceivedBody: Sendable {
    /// Where it is.
    package var spool: any MediaSpool
    /// Its first bytes, at most `FormatDetector.neededPrefix`.
    package var prefix: [UInt8]
    /// Its length in bytes.
    package var byteCount: Int
    /// What its first bytes are.
    package var format: MediaFormat
    /// The extension that its URL names, or `nil` when it names none or nobody looks at it.
    package var claimedExtension: String?
    /// The extension it is attached with, without the full stop.
    package var fileExtension: String
    /// What is at risk: warnings and notes.
    package var warnings: [Reason]

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - spool: Where it is.
    ///   - prefix: Its first bytes.
    ///   - byteCount: Its length in bytes.
    ///   - format: What its first bytes are.
    ///   - claimedExtension: The extension that its name has.
    ///   - fileExtension: The extension it is attached with.
    ///   - warnings: What is at risk.
    package init(
        spool: any MediaSpool,
        prefix: [UInt8],
        byteCount: Int,
        format: MediaFormat,
        claimedExtension: String?,
        fileExtension: String,
        warnings: [Reason]
    ) {
        self.spool = spool
        self.prefix = prefix
        self.byteCount = byteCount
        self.format = format
        self.claimedExtension = claimedExtension
        self.fileExtension = fileExtension
        self.warnings = warnings
    }

    /// What is said where the file behind it cannot be read.
    static let unreadable = Reason(
        .attachStoreFailed,
        "The downloaded file could not be read back from the media store.",
        fix: "Check the store's directory and its disk."
    )

    /// A body while it arrives.
    struct Progress {
        var prefix: [UInt8] = []
        var byteCount = 0
        var declaredLength: Int?
        var format: MediaFormat?
        /// How it attaches, once its type is known.
        var type: TypeJudge.AcceptedType?
        /// How long the prefix was that is not kept in memory any more.
        private(set) var droppedCount: Int?
        /// How long the prefix was when its type was last asked for.
        private var checkedCount = 0

        /// Whether it is time to ask for the type: a body that comes byte by byte is not looked at for each of them.
        mutating func shouldDetect(isWhole: Bool, limit: Int) -> Bool {
            let isFull = prefix.count >= limit
            guard isWhole || isFull || prefix.count >= min(checkedCount * 2, checkedCount + 1024) else { return false }
            checkedCount = prefix.count
            return true
        }

        /// Frees the prefix, which is on disk as well; `droppedCount` tells how long it was.
        mutating func dropPrefix() {
            guard droppedCount == nil else { return }
            droppedCount = prefix.count
            prefix = []
        }

        mutating func extendPrefix(with bytes: Span<UInt8>, limit: Int) {
            let count = min(bytes.count, limit - prefix.count)
            guard count > 0 else { return }
            // Unsafe, and right: the bytes are copied during the call.
            unsafe bytes.extracting(first: count).withUnsafeBufferPointer { unsafe prefix.append(contentsOf: $0) }
        }
    }
}

/// What the receiving device would go through for a download that was made here.
///
/// A sender reuses connections and remembers names; a phone that wakes for a push starts with neither.
package struct DeviceRoute: Sendable, Equatable {
    /// The measured times of the last attempt, with every connection counted as new.
    package private(set) var timing = TransferTiming()
    /// Host names that the device would look up.
    package var lookupCount: Int { names.count }

    private var names: Set<String> = []
    private var origins: Set<Origin> = []

    private struct Origin: Hashable {
        let scheme: MediaURL.Scheme
        let host: MediaHost
        let port: Int
    }

    /// Adds a hop.
    mutating func add(_ url: MediaURL, _ measured: TransferTiming) {
        timing += measured
        if case .name(let name) = url.host { names.insert(name) }
        let isNew = origins.insert(Origin(scheme: url.scheme, host: url.host, port: url.port)).inserted
        guard isNew, measured.connectionCount == 0, measured.requestCount > 0 else { return }
        // Reused here, new there; nothing tells the TLS version of a session nobody negotiated, and 1.3 is usual.
        timing.connectionCount += 1
        if url.scheme == .https { timing.tlsConnectionCount += 1 }
    }
}
