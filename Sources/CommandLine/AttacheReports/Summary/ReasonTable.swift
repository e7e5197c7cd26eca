package import AttacheCore

/// Counts of reasons by code, severity, status and permanence, so that each row has one fix.
///
/// An origin chooses its statuses: beyond the bound, which guards the memory, other statuses of a code share a row without
/// one. Codes are a closed list.
struct ReasonTable: Sendable {
    static let capacity = 256
    private static let commonCapacity = 4096

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

    /// The rows of items that have their reasons in common.
    private struct CommonRows {
        /// Held, so that no other object gets its identity.
        let common: any AnyObject & Sendable
        let rows: [Int]
        let headline: Int?
    }

    private let urls: URLForm
    private var tallies: [ReasonTally] = []
    /// The position of the example of each row among the items.
    private var positions: [Int] = []
    private var rows: [Key: Int] = [:]
    private var commonRows: [ObjectIdentifier: CommonRows] = [:]
    /// The number of rows with a status.
    private var statusCount = 0

    init(urls: URLForm = .withoutQuery) { self.urls = urls }

    /// Counts the reasons of one item, each group once.
    mutating func add(_ record: ItemRecord) { add(record, at: 0, source: record.source) }

    /// The same for items in any order. Examples come from the items with the lowest positions, the first of equals.
    mutating func add(_ record: ItemRecord, at position: Int, source: @autoclosure () -> String) {
        guard !record.reasons.isEmpty else { return }
        if let common = record.common, let known = commonRows[ObjectIdentifier(common)],
            known.rows.allSatisfy({ positions[$0] <= position })
        {
            for row in known.rows { tallies[row].itemCount += 1 }
            if let headline = known.headline { tallies[headline].headlineCount += 1 }
            return
        }
        let headline = record.headline
        var counted: [Int] = []
        var headlineRow: Int?
        for reason in record.reasons {
            let row = row(of: reason, at: position, source())
            guard !counted.contains(row) else { continue }
            counted.append(row)
            tallies[row].itemCount += 1
            if reason == headline {
                tallies[row].headlineCount += 1
                headlineRow = row
            }
        }
        guard let common = record.common else { return }
        if commonRows.count >= Self.commonCapacity { commonRows.removeAll(keepingCapacity: true) }
        commonRows[ObjectIdentifier(common)] = CommonRows(common: common, rows: counted, headline: headlineRow)
    }

    /// Blocking reasons first; then by decided items, then by frequency.
    var sorted: [ReasonTally] { tallies.sorted(by: Self.isWeightier) }

    /// The row of a reason, which is made if necessary.
    private mutating func row(of reason: Reason, at position: Int, _ source: @autoclosure () -> String) -> Int {
        var key = Key(reason)
        if key.status != nil, rows[key] == nil, statusCount >= Self.capacity { key.status = nil }
        if let row = rows[key] {
            if position < positions[row] {
                positions[row] = position
                tallies[row].setExample(reason, source: source(), urls)
            }
            return row
        }
        if key.status != nil { statusCount += 1 }
        var tally = ReasonTally(
            code: reason.code,
            severity: reason.severity,
            status: key.status,
            isPermanent: reason.isPermanent,
            itemCount: 0,
            headlineCount: 0,
            exampleSource: "",
            exampleMessage: ""
        )
        tally.setExample(reason, source: source(), urls)
        rows[key] = tallies.count
        tallies.append(tally)
        positions.append(position)
        return tallies.count - 1
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
    /// The media URL of that item.
    package var exampleURL: String?

    /// The code, and the status if that is the reason: `fetch.status 404`.
    package var title: String { code.title(status: status) }

    fileprivate mutating func setExample(_ reason: Reason, source: String, _ urls: URLForm) {
        exampleSource = TruncatedText.cutting(source)
        exampleMessage = TruncatedText.cutting(reason.message)
        exampleFix = reason.fix.map { TruncatedText.cutting($0) }
        exampleURL = reason.url.map(urls.text)
    }
}

extension ReasonCode {
    /// The code, and the status if that is the reason: `fetch.status 404`.
    func title(status: Int?) -> String { status.map { "\(rawValue) \($0)" } ?? rawValue }
}
