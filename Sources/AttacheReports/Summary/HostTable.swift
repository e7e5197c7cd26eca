package import AttacheCore

/// Counts transfers by host in bounded memory, however many hosts there are.
///
/// Up to 1,024 hosts the table is exact. When one more comes, the Misra–Gries rule makes room in batches: the median of
/// all hosts' credit, which is their transfer time, is taken off each, and who has none left goes. Each time at least
/// 512 hosts lose that much, so no host loses more than 1/512 of all transfer time: whoever takes a larger share than
/// that is in the table at the end (Misra and Gries, "Finding repeated elements", 1982; Anderson and others, "A
/// high-performance algorithm for identifying frequent items in data streams", 2017).
package struct HostTable: Sendable {
    /// Hosts that are counted at once.
    package static let capacity = 1024

    private struct Entry {
        var histogram = DurationHistogram()
        var failureCount = 0
        var credit: Duration = .zero

        mutating func count(_ transfer: Duration, isFailure: Bool) {
            histogram.add(transfer)
            credit += transfer
            if isFailure { failureCount += 1 }
        }
    }

    private var entries: [String: Entry] = [:]
    /// Whether every host that came is still there with all it did.
    private(set) var isComplete = true

    /// Creates an empty table.
    package init() {}

    /// Counts what an item took, when an origin was asked for its sake.
    ///
    /// - Parameter trace: What one media reference of it took.
    package mutating func add(_ trace: TransferRecord) {
        guard trace.askedOrigin, let host = trace.host else { return }
        add(host: host, transfer: trace.transfer, isFailure: trace.byteCount == 0)
    }

    /// Counts one transfer.
    mutating func add(host: String, transfer: Duration, isFailure: Bool) {
        if entries[host] == nil, entries.count >= Self.capacity { makeRoom() }
        entries[host, default: Entry()].count(transfer, isFailure: isFailure)
    }

    /// The slowest hosts first: by 95th percentile, then by total time.
    ///
    /// Sorts all hosts: to be asked a few times a second, not for every item.
    ///
    /// - Parameter limit: How many are told of.
    /// - Returns: No more than that.
    package func slowest(_ limit: Int) -> [HostTally] {
        let tallies = entries.map { host, entry in
            HostTally(host: host, transfers: entry.histogram.summary, failureCount: entry.failureCount)
        }
        return Array(tallies.sorted(by: Self.isSlower).prefix(limit))
    }

    /// How many hosts are in the table.
    var count: Int { entries.count }

    private mutating func makeRoom() {
        isComplete = false
        let credits = entries.values.map(\.credit).sorted()
        let median = credits[credits.count / 2]
        for (host, entry) in entries {
            if entry.credit <= median {
                entries[host] = nil
            } else {
                entries[host]?.credit -= median
            }
        }
    }

    private static func isSlower(_ left: HostTally, _ right: HostTally) -> Bool {
        let (first, second) = (left.transfers, right.transfers)
        if first.percentile95 != second.percentile95 { return first.percentile95 > second.percentile95 }
        if first.total != second.total { return first.total > second.total }
        return left.host < right.host
    }
}

/// What one host did in a run.
package struct HostTally: Sendable, Equatable {
    /// The host, as it was asked.
    package var host: String
    /// How long its transfers took; those that were asked of it in this run.
    package var transfers: DurationSummary
    /// Transfers that gave no file to attach.
    package var failureCount: Int

    /// Creates a tally.
    ///
    /// - Parameters:
    ///   - host: The host, as it was asked.
    ///   - transfers: How long its transfers took.
    ///   - failureCount: Transfers that gave no file to attach.
    package init(host: String, transfers: DurationSummary, failureCount: Int) {
        self.host = host
        self.transfers = transfers
        self.failureCount = failureCount
    }
}

extension TransferRecord {
    /// Whether the origin was asked for the sake of this item.
    var askedOrigin: Bool { supply == .transferred || supply == .revalidated }
}
