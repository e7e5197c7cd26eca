import AttacheCore

/// What the bucket has about one load: the last file, the last failure, and whether a worker makes the load now.
///
/// The key is a digest of the URL, the policy, the network, the egress rules and the program's version, so that workers
/// with other ones have records of their own. A record of another format is refused, and replaced by the next load.
struct VerdictRecord: Sendable, Equatable {
    /// The version of the format.
    private static let format = 1
    /// The seconds by which clocks of machines may differ.
    private static let tolerance = 60

    var media: CachedMedia?
    var failure: CachedFailure?
    /// Identifies the worker and its attempt that makes the load, and changes the record as long as it lives; `nil` when
    /// none does.
    var owner: String?

    var isLeased: Bool { owner != nil }

    /// The record as the owner of a lease writes it.
    func leased(to owner: String) -> VerdictRecord {
        var leased = self
        leased.owner = owner
        return leased
    }

    /// Whether the record makes a load needless at `now`, in seconds since 1970.
    func isFresh(at now: Int) -> Bool {
        media?.response.window.isFresh(at: now) == true || failure?.isFresh(at: now, for: 0) == true
    }

    var text: [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        writer.member("format", Self.format)
        writer.member("owner", owner)
        if let media {
            writer.key("media")
            writer.raw(CacheEntryCoding.text(media).utf8)
            var window = media.response.window
            // The clock of the machine that reads it may be behind.
            window.from -= Self.tolerance
            Self.write(window, "media", to: &writer)
        }
        if var failure {
            // The numbers of clients differ from worker to worker.
            failure.client = nil
            writer.key("failure")
            writer.raw(CacheEntryCoding.text(failure).utf8)
            Self.write(failure.window, "failure", to: &writer)
        }
        writer.endObject()
        return writer.bytes
    }
}

extension VerdictRecord {
    /// Reads a record; `nil` for one of another format.
    init?(_ text: [UInt8]) {
        guard let document = try? JSONDocument(parsing: text), document.root["format"]?.integer == Self.format else {
            return nil
        }
        let root = document.root
        owner = root["owner"]?.string
        if let value = root["media"], let window = Self.window("media", in: root) {
            media = CacheEntryCoding.media(String(decoding: document.compacted(value), as: UTF8.self), window: window)
        }
        if let value = root["failure"], let window = Self.window("failure", in: root) {
            let text = String(decoding: document.compacted(value), as: UTF8.self)
            failure = CacheEntryCoding.failure(text, window: window)
        }
    }

    private static func write(_ window: FreshnessWindow, _ name: String, to writer: inout JSONWriter) {
        writer.member("\(name)-from", window.from)
        writer.member("\(name)-until", window.until)
    }

    private static func window(_ name: String, in root: JSONValue) -> FreshnessWindow? {
        guard let from = root["\(name)-from"]?.integer, let until = root["\(name)-until"]?.integer else { return nil }
        return FreshnessWindow(from: from, until: until)
    }
}

/// How often the bucket of verdicts did what, since the start.
package struct VerdictTotals: Sendable, Equatable {
    /// Loads that a verdict of the bucket made needless.
    package var hits = 0
    /// Leases: loads that this worker makes for all.
    package var leases = 0
    /// Loads for which this worker waited, because another one made them.
    package var waits = 0
    /// Leases of workers that have ended, which this one took over.
    package var takeovers = 0
    /// Loads without the bucket, which did not answer.
    package var unavailable = 0
}

/// The times of leases and of the bucket's failures.
struct VerdictTimes: Sendable {
    /// A lease that does not change for this long is that of a worker that has ended.
    var lease = Duration.seconds(3)
    /// The timeout of a request.
    var request = Duration.seconds(1)
    /// The longest wait for a bucket that does not answer, in which servers have chosen a leader; at most a third of a
    /// payload's time.
    var patience = Duration.seconds(10)
    /// The time without requests after the bucket did not answer.
    var pause = Duration.seconds(5)
    /// The first wait for a load of another worker, and the longest between two looks.
    var firstPoll = Duration.milliseconds(10)
    var longestPoll = Duration.milliseconds(250)
    /// The number of leases that others took meanwhile, after which a load is made without one.
    var conflictLimit = 4
    /// The time in which a verdict is stored, or given up.
    var storing = Duration.seconds(10)
}
