import AttacheSystem

/// The media that a client may see because it asked about them: those in its recent results with `Attache-Preview`.
///
/// The web page needs no other media, so previews work without `serve-media`, which opens the whole store to every client.
final class MediaPreviews: Sendable {
    /// How long after its result a file can be seen.
    static let lifetime = Duration.seconds(600)
    /// The limit of files that are remembered for one client; its oldest are forgotten first.
    static let countLimit = 1024
    /// The limit of clients; beyond it the one whose newest file is the oldest is forgotten.
    static let clientLimit = 256

    /// The files of one client.
    private struct Entries {
        var ends: [String: ContinuousClock.Instant] = [:]
        /// In the order of their ends; an entry that was renewed is in it once more.
        var order = FIFOQueue<(sha256: String, end: ContinuousClock.Instant)>()
        var lastEnd: ContinuousClock.Instant

        /// Forgets what has ended, what was renewed, and the oldest beyond the limits.
        mutating func clean(at now: ContinuousClock.Instant) {
            while let first = order.first {
                let isCurrent = ends[first.sha256] == first.end
                let isOver = ends.count > countLimit || order.count > 4 * countLimit
                guard !isCurrent || first.end <= now || isOver else { return }
                order.popFirst()
                if isCurrent { ends[first.sha256] = nil }
            }
        }
    }

    private let clients = Locked([Client: Entries]())

    /// Allows a client to see files, named by their digests, from now on.
    func allow(_ digests: [String], for client: Client, at now: ContinuousClock.Instant = .now) {
        let end = now + Self.lifetime
        clients.withLock { clients in
            for digest in digests {
                // An end that hardly moves is none worth an entry.
                if let known = clients[client]?.ends[digest], end - known < .seconds(1) { continue }
                clients[client, default: Entries(lastEnd: end)].ends[digest] = end
                clients[client]?.order.append((digest, end))
            }
            clients[client]?.lastEnd = end
            clients[client]?.clean(at: now)
            guard clients.count > Self.clientLimit else { return }
            clients = clients.filter { $0.value.lastEnd > now }
            guard clients.count > Self.clientLimit else { return }
            if let oldest = clients.min(by: { $0.value.lastEnd < $1.value.lastEnd })?.key { clients[oldest] = nil }
        }
    }

    /// Whether a client may see a file now.
    func allows(_ sha256: String, for client: Client, at now: ContinuousClock.Instant = .now) -> Bool {
        clients.withLock { $0[client]?.ends[sha256].map { now < $0 } ?? false }
    }
}
