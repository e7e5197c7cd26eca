import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import Glibc

/// A buffer of verdicts that is written in large pieces, since a call for each costs more than the judgement.
struct CheckOutput {
    private static let pieceSize = 64 * 1024

    private let form: VerdictFormat
    private var writer = JSONWriter(capacity: Self.pieceSize + 4096)
    private var text: [UInt8] = []
    private(set) var result = WriteResult.written

    init(form: VerdictFormat) {
        self.form = form
    }

    mutating func add(_ verdict: URLVerdict, of line: URLLine) {
        switch form {
        case .json: VerdictEncoder.write(verdict, of: line, to: &writer)
        case .text: VerdictText.write(verdict, of: line, to: &text)
        }
        if writer.bytes.count + text.count >= Self.pieceSize { flush() }
    }

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

enum VerdictFormat: Sendable {
    /// One line for people.
    case text
    case json
}

enum VerdictEncoder {
    /// Writes one JSON object and a line feed; absent members are omitted.
    static func write(_ verdict: URLVerdict, of line: URLLine, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("url")
        writer.string(line.shown)
        writer.key("verdict")
        writer.string(verdict.isAllowed ? "allow" : "deny")
        if let host = verdict.url?.host {
            writer.key("host")
            writer.string(host.description)
        }
        if let address = verdict.address {
            writer.key("address")
            writer.string(address.description)
        }
        if let answer = verdict.answer {
            writer.key("addresses")
            writer.beginArray()
            for address in answer { writer.string(address.description) }
            writer.endArray()
        }
        ReasonEncoder.write(verdict.reasons, to: &writer)
        writer.endObject()
        writer.endLine()
    }
}

/// URL verdicts for people, one line each.
enum VerdictText {
    static func write(_ verdict: URLVerdict, of line: URLLine, to text: inout [UInt8]) {
        var words = verdict.isAllowed ? "allow  " : "deny   "
        words += line.shown
        if let answer = verdict.answer { words += "  [\(answer.map(\.description).joined(separator: ", "))]" }
        for reason in verdict.reasons { words += "  \(reason.code.rawValue): \(reason.message)" }
        text += words.escapedForTerminal.utf8
        text.append(UInt8(ascii: "\n"))
    }
}
