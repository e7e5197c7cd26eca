import AttacheCore

/// The long text of a reason, from the pages Reasons and Troubleshooting of the documentation.
enum ReasonText {
    /// Returns the text of a code such as `fetch.status`; `nil` for any other text.
    static func text(of code: String) -> String? {
        guard let code = ReasonCode.allCases.first(where: { $0.rawValue == code }) else { return nil }
        let meaning = row(of: code, in: PackageResources.Reasons_md)?.last ?? ""
        // A result may say otherwise: a status of 503 is temporary.
        var facts = ["usually a \(code.severity.rawValue)"]
        if code.severity == .block { facts.append(code.isPermanent ? "usually permanent" : "usually temporary") }
        if let apple = code.apple { facts.append("on the device \(apple.domain) \(apple.code)") }
        var text = "\(code.rawValue)  \(meaning)\n\n  \(facts.joined(separator: "; "))\n"
        if let advice = row(of: code, in: PackageResources.Troubleshooting_md), advice.count == 3 {
            text += "\n  What you see: \(advice[1])\n  What to do:   \(advice[2])\n"
        }
        return text
    }

    /// The cells of the table row whose first cell has a code, alone or among others, as plain text.
    private static func row(of code: ReasonCode, in page: [UInt8]) -> [String]? {
        let rows = String(decoding: page, as: UTF8.self).split(separator: "\n").lazy.filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|") }
        let row = rows.first { $0.first?.contains("`\(code.rawValue)`") ?? false }
        return row.map { $0.map { plain(String($0)) } }
    }

    /// A cell without Markdown.
    private static func plain(_ cell: String) -> String {
        cell.replacing("`", with: "").replacing("<doc:", with: "the page ").replacing(">", with: "")
            .split(separator: " ").joined(separator: " ")
    }
}
