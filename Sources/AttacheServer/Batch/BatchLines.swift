import AttacheCore

/// The lines that answer consecutive items of a batch.
struct BatchLines: ResultBatch {
    private let part: EmitPart
    private var writer = JSONWriter()

    init(part: EmitPart) {
        self.part = part
    }

    /// The lines, their ends included.
    var bytes: [UInt8] { writer.bytes }
    var isEmpty: Bool { writer.bytes.isEmpty }

    mutating func append(_ result: RewriteResult) {
        part.writeLine(of: result, to: &writer)
    }

    mutating func append(_ next: consuming BatchLines) {
        writer.appendLines(next.bytes)
    }
}
