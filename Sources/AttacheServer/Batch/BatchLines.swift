import AttacheCore

/// The lines that answer consecutive items of a batch.
struct BatchResultLines: ResultBatch {
    private let format: OutputFormat
    private var writer = JSONWriter()

    init(format: OutputFormat) {
        self.format = format
    }

    /// The lines, their ends included.
    var bytes: [UInt8] { writer.bytes }
    var isEmpty: Bool { writer.bytes.isEmpty }

    mutating func append(_ result: RewriteResult) {
        format.writeLine(of: result, to: &writer)
    }

    mutating func append(_ next: consuming BatchResultLines) {
        writer.appendLines(next.bytes)
    }
}
