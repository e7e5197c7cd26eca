import AttacheCore

/// Counts of the media URLs that decided a fallback, in bounded memory.
struct FailedURLTable {
    /// The limit of distinct URLs; later ones are left out.
    static let capacity = 4096

    struct Tally {
        let url: String
        /// The reason of its first item, such as `fetch.status 404`.
        let reason: String
        /// The place of the URL in the payload of its first item.
        let pointer: String?
        var itemCount: Int
    }

    private struct Key: Hashable {
        let url: String
        let code: ReasonCode
        let status: Int?
    }

    private var tallies: [Key: Tally] = [:]
    /// Whether no URL was left out.
    private(set) var isComplete = true

    var isEmpty: Bool { tallies.isEmpty }
    var count: Int { tallies.count }

    /// Counts the URL of an item's deciding reason, if it has one.
    mutating func add(_ record: ItemRecord, _ urls: URLForm = .withoutQuery) {
        guard record.isFallback, let reason = record.headline, let url = reason.url else { return }
        let key = Key(url: urls.text(url), code: reason.code, status: reason.status)
        if tallies[key] == nil {
            guard tallies.count < Self.capacity else { return isComplete = false }
            tallies[key] = Tally(
                url: key.url,
                reason: reason.code.title(status: reason.status),
                pointer: reason.pointer.map(TruncatedText.cutting),
                itemCount: 0
            )
        }
        tallies[key]?.itemCount += 1
    }

    /// The most frequent first.
    var sorted: [Tally] {
        tallies.values.sorted { ($1.itemCount, $0.url, $0.reason) < ($0.itemCount, $1.url, $1.reason) }
    }
}
