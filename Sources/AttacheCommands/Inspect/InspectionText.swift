import Attache
import AttacheCore

/// Tells the judgement on one local file to a person.
enum InspectionText {
    static func lines(_ inspection: LocalInspection) -> [UInt8] {
        var words = [inspection.format?.typeIdentifier ?? "unknown type"]
        if let pixels = inspection.pixels { words.append("\(pixels.width) × \(pixels.height)") }
        if let frames = inspection.frameCount, frames > 1 { words.append("\(frames) frames") }
        words.append("\(inspection.byteCount) bytes")
        let verdict = inspection.isAttachable ? "attachable" : "refused"
        var text = "\(inspection.file): \(verdict): \(words.joined(separator: ", "))".escapedForTerminal + "\n"
        for reason in inspection.reasons {
            text += "  \(reason.code.rawValue): \(reason.message)".escapedForTerminal + "\n"
            if let fix = reason.fix { text += "    → \(fix)".escapedForTerminal + "\n" }
        }
        return Array(text.utf8)
    }
}

extension String {
    /// The text with control characters escaped.
    fileprivate var escapedForTerminal: String { TerminalText.escaped(self) }
}
