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

/// A media URL that may be loaded, with everything the download needs to know.
package struct DownloadRequest: Sendable {
    /// The judged URL.
    package var url: MediaURL
    /// How the receiving app behaves.
    package var policy: Policy
    /// Judges every further hop's URL; the reasons that block refuse it.
    package var hops: any HopJudging
    /// Judges addresses and TLS sessions.
    package var connections: any ConnectionJudging
    /// When the answer must be there.
    package var deadline: Deadline
    /// The link to imitate on the real transfer, or `nil`.
    package var throttle: LinkThrottle?
    /// What is at risk or worth knowing about the URL.
    package var notes: [Reason]
    /// The file that is kept, where the origin is only asked whether it still stands.
    package var stale: StaleMedia?
    /// Who asks, as a number.
    package var clientID = 0
}

/// What a download that went well has brought.
package enum DownloadedBody: Sendable {
    /// A body.
    case received(ReceivedBody)
    /// The origin's word that the file that is kept still stands, and the verdict on it.
    case unchanged(MediaVerdict)
}

/// A whole body on disk, its type known from its first bytes; nobody has looked at the rest yet.
package struct ReceivedBody: Sendable {
    /// Where it is.
    package var spool: any MediaSpool
    /// Its first bytes, at most `MediaReceiver.prefixLimit`.
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

    /// A body while it arrives.
    struct Progress {
        var prefix: [UInt8] = []
        var byteCount = 0
        var declaredLength: Int?
        var format: MediaFormat?
        var ruling: TypeRuling?
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
