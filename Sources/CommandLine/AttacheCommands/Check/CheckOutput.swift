import Attache
import AttacheCommandLine
import AttacheCore
import CommandSupport

/// The lines of consecutive verdicts.
struct VerdictBatch: ResultBatch {
    private let form: VerdictFormat
    private var writer = JSONWriter()
    private var text: [UInt8] = []
    /// The counts; an interrupted batch ends before the first URL without a verdict.
    private(set) var tally: RunTally

    init(form: VerdictFormat, failsOnDenial: Bool) {
        self.form = form
        tally = RunTally(failsOnFallback: failsOnDenial)
    }

    /// The lines with their line feeds.
    var bytes: [UInt8] { form.isJSON ? writer.bytes : text }

    mutating func append(_ judged: JudgedURL?) {
        guard let judged, !tally.isInterrupted else { return tally.note(.interrupted) }
        tally.count(judged.verdict)
        switch form {
        case .json: VerdictEncoder.write(judged.verdict, of: judged.line, to: &writer)
        case .text(let terminal): VerdictText.write(judged.verdict, of: judged.line, terminal, to: &text)
        }
    }

    mutating func append(contentsOf next: consuming VerdictBatch) {
        guard !tally.isInterrupted else { return }
        tally.add(next.tally)
        writer.appendLines(next.writer.bytes)
        text += next.text
    }
}

enum VerdictFormat: Sendable {
    /// One line for people, broken for their terminal.
    case text(TerminalText)
    case json

    var isJSON: Bool { if case .json = self { true } else { false } }
}

enum VerdictEncoder {
    /// Writes one JSON object and a line feed; absent members are omitted.
    static func write(_ verdict: URLVerdict, of line: URLLine, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("url", line.shown)
        writer.member("verdict", verdict.isAllowed ? "allow" : "deny")
        writer.member("host", verdict.url?.host.description)
        writer.member("address", verdict.address?.description)
        if let answer = verdict.answer { writer.strings("addresses", answer.map(\.description)) }
        ReasonEncoder.write(verdict.reasons, to: &writer)
        writer.endObject()
        writer.endLine()
    }
}

/// URL verdicts for people, one line each.
enum VerdictText {
    static func write(_ verdict: URLVerdict, of line: URLLine, _ terminal: TerminalText, to text: inout [UInt8]) {
        var words = verdict.isAllowed ? "allow  " : "deny   "
        words += line.shown
        if let answer = verdict.answer { words += "  [\(answer.map(\.description).joined(separator: ", "))]" }
        // What admits a denied URL, such as a local destination, would say the opposite.
        for reason in verdict.reasons where verdict.isAllowed || reason.severity == .block {
            words += "  \(reason.code.rawValue): \(reason.message)"
            if !verdict.isAllowed, let fix = reason.fix { words += " → \(fix)" }
        }
        text += terminal.wrapped(words.escapedForTerminal).utf8
        text.append(UInt8(ascii: "\n"))
    }
}
