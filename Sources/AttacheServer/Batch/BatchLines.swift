import AttacheCore

/// The lines that answer consecutive items of a batch.
struct BatchLines: ResultBatch {
    private let part: EmitPart
    private var writer = JSONWriter()
    /// How many results there are of each outcome.
    private(set) var outcomes: [Outcome: Int] = [:]

    init(part: EmitPart) {
        self.part = part
    }

    /// The lines, their ends included.
    var bytes: [UInt8] { writer.bytes }
    var isEmpty: Bool { writer.bytes.isEmpty }

    mutating func append(_ result: RewriteResult) {
        outcomes[result.outcome, default: 0] += 1
        part.write(result, to: &writer)
        writer.endLine()
    }

    mutating func append(_ next: consuming BatchLines) {
        outcomes.merge(next.outcomes, uniquingKeysWith: +)
        writer.appendLines(next.bytes)
    }
}
