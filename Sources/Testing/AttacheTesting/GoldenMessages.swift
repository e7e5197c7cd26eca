import Foundation

/// The messages that tests compare, all in `Tests/Golden/messages.golden`: rewording one changes that file and no test.
///
/// A line of the file is a key, a tab and the text, with `\n` for a line feed. What differs from run to run is a name
/// in braces there, such as `{path}`.
package enum GoldenMessages {
    package static let path = Checkout.path("Tests/Golden/messages.golden")

    /// The lines of the file, without the empty one after the last line end.
    package static let lines: [Substring] = {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n")
    }()

    private static let texts: [String: String] = {
        var texts: [String: String] = [:]
        for line in lines {
            guard let tab = line.firstIndex(of: "\t") else { continue }
            let text = String(line[line.index(after: tab)...])
            texts[String(line[..<tab])] = text.replacing("\\n", with: "\n")
        }
        return texts
    }()

    /// Returns a message with the values of the names in braces; additional values are ignored. A missing key returns a
    /// text that reports it, so that a comparison fails with the cause.
    package static subscript(key: String, values: [String: String] = [:]) -> String {
        guard let text = texts[key] else { return "⟨no message \(key) in messages.golden⟩" }
        var message = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            message += String(rest[..<open])
            message += values[name] ?? "⟨no value for \(name) of \(key)⟩"
            rest = rest[rest.index(after: close)...]
        }
        return message + String(rest)
    }
}
