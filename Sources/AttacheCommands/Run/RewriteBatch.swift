import AttacheCore

/// What `rewrite` makes of consecutive results: the lines of standard output, what is to be said, and the counts.
struct RewriteBatch: ResultBatch {
    private let formatter: ResultFormatter
    private let talk: ItemTalk
    /// The lines, their ends included.
    private(set) var lines: [UInt8] = []
    /// The items of which there is something to say, in their order.
    private(set) var records: [ItemRecord] = []
    /// What happened.
    private(set) var tally: RunTally

    init(formatter: ResultFormatter, talk: ItemTalk, failsOnFallback: Bool) {
        self.formatter = formatter
        self.talk = talk
        tally = RunTally(failsOnFallback: failsOnFallback)
    }

    var isEmpty: Bool { lines.isEmpty }

    mutating func append(_ result: RewriteResult) {
        tally.count(result)
        if talk.wants(result) { records.append(ItemRecord(result)) }
        lines += formatter.line(result)
    }

    mutating func append(_ next: consuming RewriteBatch) {
        tally.add(next.tally)
        records += next.records
        lines += next.lines
    }
}
