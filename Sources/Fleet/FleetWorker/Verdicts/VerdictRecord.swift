import AttacheCore

/// What the bucket has about one load: the last file, or a failure that no retry changes.
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

    /// Whether the record makes a load needless at `now`, in seconds since 1970.
    func isFresh(at now: Int) -> Bool {
        media?.response.window.isFresh(at: now) == true || failure?.isFresh(at: now, for: 0) == true
    }

    var text: [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        writer.member("format", Self.format)
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
