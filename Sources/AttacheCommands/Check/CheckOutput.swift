import Attache
import AttacheCore
import AttacheOptions
import Glibc

/// Collects verdicts and writes them in large pieces, since a call for each costs more than the judgement.
struct CheckOutput {
    private static let pieceSize = 64 * 1024

    private let form: VerdictFormat
    private var writer = JSONWriter(capacity: Self.pieceSize + 4096)
    private var text: [UInt8] = []
    /// How the writing has gone so far.
    private(set) var result = WriteResult.written

    init(form: VerdictFormat) {
        self.form = form
    }

    /// Adds a verdict, and writes when there is enough.
    mutating func add(_ verdict: URLVerdict, of line: URLLine) {
        switch form {
        case .json: VerdictEncoder.write(verdict, of: line, to: &writer)
        case .text: VerdictText.write(verdict, of: line, to: &text)
        }
        if writer.bytes.count + text.count >= Self.pieceSize { flush() }
    }

    /// Writes everything that is left.
    mutating func flush() {
        if result == .written {
            switch form {
            case .json: result = StandardOutput.write(writer.bytes)
            case .text: result = StandardOutput.write(text)
            }
        }
        writer.removeAll()
        text.removeAll(keepingCapacity: true)
    }
}
