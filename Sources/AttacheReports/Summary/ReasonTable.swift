package import AttacheCore

/// Counts reasons by code and severity.
///
/// Codes are a closed list of fewer than a hundred, so no row is ever left out; the bound only guards the memory.
struct ReasonTable: Sendable {
    /// Rows that are kept apart.
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

    /// What blocks first; then what decided most items, then what was given most often.
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

/// How often one reason was given in a run.
package struct ReasonTally: Sendable, Equatable {
    /// The code.
    package var code: ReasonCode
    /// How much it weighed.
    package var severity: Severity
    /// Items that it was given for, each once.
    package var itemCount: Int
    /// Items whose outcome it decided.
    package var headlineCount: Int
    /// The source of the first item that it was given for.
    package var exampleSource: String
    /// What was said of that item.
    package var exampleMessage: String
    /// What that item's sender can change, where something can be changed.
    package var exampleFix: String?

    /// Creates a tally.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - severity: How much it weighed.
    ///   - itemCount: Items that it was given for.
    ///   - headlineCount: Items whose outcome it decided.
    ///   - exampleSource: The source of one item.
    ///   - exampleMessage: What was said of that item.
    ///   - exampleFix: What that item's sender can change.
    package init(
        code: ReasonCode,
        severity: Severity,
        itemCount: Int,
        headlineCount: Int,
        exampleSource: String,
        exampleMessage: String,
        exampleFix: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.itemCount = itemCount
        self.headlineCount = headlineCount
        self.exampleSource = exampleSource
        self.exampleMessage = exampleMessage
        self.exampleFix = exampleFix
    }
}
