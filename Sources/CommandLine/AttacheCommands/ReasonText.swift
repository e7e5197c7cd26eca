import AttacheCore

/// The long text of any code: of a reason, of a lint finding, or of one in an app.
enum CodeText {
    static func of(_ code: String) -> String? {
        ReasonText.text(of: code) ?? LintCodeText.text(of: code) ?? AppCodeText.text(of: code)
    }
}

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

    /// The problem of an argument that was probably meant as a code; `nil` for any other text.
    ///
    /// - Parameter argument: An argument that names no file and no code.
    /// - Returns: A sentence with the nearest code, or with the codes of the stage that the argument names.
    static func problem(of argument: String) -> String? {
        let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !argument.contains("/"), !["json", "apns", "ndjson", "jsonl"].contains(parts[1]) else {
            return nil
        }
        let codes = ReasonCode.allCases.map(\.rawValue)
        if let nearest = NearestName.find(argument, among: codes) {
            return "there is no reason code \(argument); did you mean \(nearest)?"
        }
        let stage = parts[0].lowercased() + "."
        let known = codes.filter { $0.hasPrefix(stage) }
        // Such as payload.jsn, a misspelt file.
        return known.isEmpty || stage == "payload."
            ? nil : "there is no reason code \(argument); use one of \(known.joined(separator: ", "))."
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
        cell.replacing(/\*([^* ][^*]*)\*/) { $0.1 }.replacing("`", with: "").replacing("<doc:", with: "the page ")
            .replacing(">", with: "")
            .split(separator: " ").joined(separator: " ")
    }
}
