import Attache
import AttacheCore

/// Tells the verdict on a URL to a person, in one line.
enum VerdictText {
    static func write(_ verdict: URLVerdict, of line: URLLine, to text: inout [UInt8]) {
        var words = verdict.isAllowed ? "allow  " : "deny   "
        words += line.shown
        if let answer = verdict.answer { words += "  [\(answer.map(\.description).joined(separator: ", "))]" }
        for reason in verdict.reasons { words += "  \(reason.code.rawValue): \(reason.message)" }
        text += TerminalText.escaped(words).utf8
        text.append(UInt8(ascii: "\n"))
    }
}
