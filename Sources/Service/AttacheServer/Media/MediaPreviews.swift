import AttacheSystem

/// The media that a client may see because it asked about them: those in its recent results with `Attache-Preview`.
///
/// The web page needs no other media, so previews work without `serve-media`, which opens the whole store to every client.
final class MediaPreviews: Sendable {
    /// How long after its result a file can be seen.
    static let lifetime = Duration.seconds(600)
    /// The limit of remembered files; the oldest are forgotten first.
    static let countLimit = 4096

    private struct Key: Hashable {
        let client: Client
        let sha256: String
    }

    private struct Entries {
        var ends: [Key: ContinuousClock.Instant] = [:]
        /// In the order of their ends; an entry that was renewed is in it once more.
        var order = FIFOQueue<(key: Key, end: ContinuousClock.Instant)>()
    }

    private let entries = Locked(Entries())

    /// Allows a client to see files, named by their digests, from now on.
    func allow(_ digests: [String], for client: Client, at now: ContinuousClock.Instant = .now) {
        entries.withLock { entries in
            for digest in digests {
                let (key, end) = (Key(client: client, sha256: digest), now + Self.lifetime)
                entries.ends[key] = end
                entries.order.append((key, end))
            }
            while let first = entries.order.first, first.end <= now || entries.order.count > Self.countLimit {
                entries.order.popFirst()
                if entries.ends[first.key] == first.end { entries.ends[first.key] = nil }
            }
        }
    }

    /// Whether a client may see a file now.
    func allows(_ sha256: String, for client: Client, at now: ContinuousClock.Instant = .now) -> Bool {
        entries.withLock { $0.ends[Key(client: client, sha256: sha256)].map { now < $0 } ?? false }
    }
}
