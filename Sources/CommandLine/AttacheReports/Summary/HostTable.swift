package import AttacheCore

/// Transfers by host, in bounded memory for any number of hosts.
///
/// Up to 1,024 hosts the table is exact. One more host triggers the Misra–Gries rule, in batches: the median of all
/// hosts' credit, which is their transfer time, is subtracted from each, and hosts without credit are removed. Each
/// time at least 512 hosts lose that much, so no host loses more than 1/512 of all transfer time: every host with a
/// larger share than that is in the table at the end (Misra and Gries, "Finding repeated elements", 1982; Anderson and
/// others, "A high-performance algorithm for identifying frequent items in data streams", 2017).
package struct HostTable: Sendable {
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
    private(set) var isComplete = true

    package init() {}

    /// Counts an item's transfer if a request was sent for this item.
    package mutating func add(_ trace: TransferRecord) {
        guard trace.askedOrigin, let host = trace.host else { return }
        add(host: host, transfer: trace.transfer, isFailure: trace.byteCount == 0)
    }

    mutating func add(host: String, transfer: Duration, isFailure: Bool) {
        if entries[host] == nil, entries.count >= Self.capacity { makeRoom() }
        entries[host, default: Entry()].count(transfer, isFailure: isFailure)
    }

    /// Returns the slowest hosts first: by 95th percentile, then by total time. Sorts all hosts, so call it a few times
    /// a second, not for every item.
    package func slowest(_ limit: Int) -> [HostTally] {
        let tallies = entries.map { host, entry in
            HostTally(host: host, transfers: entry.histogram.summary, failureCount: entry.failureCount)
        }
        return Array(tallies.sorted(by: Self.isSlower).prefix(limit))
    }

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

package struct HostTally: Sendable, Equatable {
    package var host: String
    package var transfers: DurationSummary
    /// Transfers without a file to attach.
    package var failureCount: Int
}
