package import AttacheCore

/// Counts of reasons by code and severity.
///
/// Codes are a closed list of fewer than a hundred, so no row is ever left out; the bound only guards the memory.
struct ReasonTable: Sendable {
    static let capacity = 256

    private struct Key: Hashable {
        let code: ReasonCode
        let severity: Severity
    }

    private var tallies: [Key: ReasonTally] = [:]

    /// Counts the reasons of one item, each code once.
    mutating func add(_ record: ItemRecord) {
        let headline = record.headline
        for (index, reason) in record.reasons.enumerated() {
            let isRepeated = record.reasons[..<index].contains {
                $0.code == reason.code && $0.severity == reason.severity
            }
            guard !isRepeated else { continue }
            count(reason, isHeadline: reason == headline, source: record.source)
        }
    }

    /// Blocking reasons first; then by decided items, then by frequency.
    var sorted: [ReasonTally] { tallies.values.sorted(by: Self.isWeightier) }

    private mutating func count(_ reason: Reason, isHeadline: Bool, source: String) {
        let key = Key(code: reason.code, severity: reason.severity)
        if tallies[key] == nil {
            guard tallies.count < Self.capacity else { return }
            tallies[key] = ReasonTally(
                code: reason.code,
                severity: reason.severity,
                itemCount: 0,
                headlineCount: 0,
                exampleSource: TruncatedText.cutting(source),
                exampleMessage: TruncatedText.cutting(reason.message),
                exampleFix: reason.fix.map { TruncatedText.cutting($0) }
            )
        }
        tallies[key]?.itemCount += 1
        if isHeadline { tallies[key]?.headlineCount += 1 }
    }

    private static func isWeightier(_ left: ReasonTally, _ right: ReasonTally) -> Bool {
        let (first, second) = (rank(left.severity), rank(right.severity))
        if first != second { return first < second }
        if left.headlineCount != right.headlineCount { return left.headlineCount > right.headlineCount }
        if left.itemCount != right.itemCount { return left.itemCount > right.itemCount }
        return left.code.rawValue < right.code.rawValue
    }

    private static func rank(_ severity: Severity) -> Int {
        switch severity {
        case .block: 0
        case .warning: 1
        case .note: 2
        }
    }
}

package struct ReasonTally: Sendable, Equatable {
    package var code: ReasonCode
    package var severity: Severity
    /// Items with the reason, each counted once.
    package var itemCount: Int
    /// Items whose outcome it decided.
    package var headlineCount: Int
    /// The source, message and fix of the first item with the reason.
    package var exampleSource: String
    package var exampleMessage: String
    package var exampleFix: String?
}
