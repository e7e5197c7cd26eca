package import AttacheCore

/// Counts of reasons by code, severity, status and permanence, so that each row has one fix.
///
/// An origin chooses its statuses: beyond the bound, which guards the memory, other statuses of a code share a row without
/// one. Codes are a closed list.
struct ReasonTable: Sendable {
    static let capacity = 256

    private struct Key: Hashable {
        let code: ReasonCode
        let severity: Severity
        var status: Int?
        let isPermanent: Bool

        init(_ reason: Reason) {
            code = reason.code
            severity = reason.severity
            status = reason.status
            isPermanent = reason.isPermanent
        }
    }

    private var tallies: [Key: ReasonTally] = [:]
    /// The number of rows with a status.
    private var statusCount = 0

    /// Counts the reasons of one item, each group once.
    mutating func add(_ record: ItemRecord) {
        let headline = record.headline
        var counted: [Key] = []
        for reason in record.reasons {
            let key = key(reason)
            guard !counted.contains(key) else { continue }
            counted.append(key)
            count(reason, as: key, isHeadline: reason == headline, source: record.source)
        }
    }

    /// Blocking reasons first; then by decided items, then by frequency.
    var sorted: [ReasonTally] { tallies.values.sorted(by: Self.isWeightier) }

    /// The row of a reason.
    private func key(_ reason: Reason) -> Key {
        var key = Key(reason)
        if key.status != nil, tallies[key] == nil, statusCount >= Self.capacity { key.status = nil }
        return key
    }

    private mutating func count(_ reason: Reason, as key: Key, isHeadline: Bool, source: String) {
        if tallies[key] == nil {
            if key.status != nil { statusCount += 1 }
            tallies[key] = ReasonTally(
                code: reason.code,
                severity: reason.severity,
                status: key.status,
                isPermanent: reason.isPermanent,
                itemCount: 0,
                headlineCount: 0,
                exampleSource: TruncatedText.cutting(source),
                exampleMessage: TruncatedText.cutting(reason.message),
                exampleFix: reason.fix.map { TruncatedText.cutting($0) },
                exampleURL: reason.url.map { RedactedURL.text($0) }
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
        if left.code != right.code { return left.code.rawValue < right.code.rawValue }
        if left.status != right.status { return (left.status ?? 0) < (right.status ?? 0) }
        return left.isPermanent && !right.isPermanent
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
    /// The HTTP status that all its items got, if the status is the reason.
    package var status: Int?
    package var isPermanent: Bool
    /// Items with the reason, each counted once.
    package var itemCount: Int
    /// Items whose outcome it decided.
    package var headlineCount: Int
    /// The source, message and fix of the first item with the reason.
    package var exampleSource: String
    package var exampleMessage: String
    package var exampleFix: String?
    /// The media URL of that item, without its query.
    package var exampleURL: String?

    /// The code, and the status if that is the reason: `fetch.status 404`.
    package var title: String { code.title(status: status) }
}

extension ReasonCode {
    /// The code, and the status if that is the reason: `fetch.status 404`.
    func title(status: Int?) -> String { status.map { "\(rawValue) \($0)" } ?? rawValue }
}
