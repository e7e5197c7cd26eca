import AttacheCore

/// What `rewrite` makes of consecutive results: the lines of standard output, what is to be said, and the counts.
struct RewriteBatch: ResultBatch {
    private let formatter: ResultFormatter
    private let itemDiagnostics: ItemDiagnostics
    private var writer = JSONWriter()
    /// The items of which there is something to say, in their order.
    private(set) var records: [ItemRecord] = []
    /// What happened.
    private(set) var tally: RunTally

    init(formatter: ResultFormatter, itemDiagnostics: ItemDiagnostics, failsOnFallback: Bool) {
        self.formatter = formatter
        self.itemDiagnostics = itemDiagnostics
        tally = RunTally(failsOnFallback: failsOnFallback)
    }

    /// The lines, their ends included.
    var lines: [UInt8] { writer.bytes }

    var isEmpty: Bool { writer.bytes.isEmpty }

    mutating func append(_ result: RewriteResult) {
        tally.count(result)
        if itemDiagnostics.shouldReport(result) { records.append(ItemRecord(result)) }
        formatter.write(result, to: &writer)
    }

    mutating func append(_ next: consuming RewriteBatch) {
        tally.add(next.tally)
        records += next.records
        writer.appendLines(next.lines)
    }
}
