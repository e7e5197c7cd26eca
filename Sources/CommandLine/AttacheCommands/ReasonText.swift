import AppProject
import AttacheCore
import AttacheLint
import CommandSupport
import ExtensionSources

/// The long text of any code: of a reason, of a lint finding, or of one in an app.
enum CodeText {
    static func of(_ code: String) -> String? {
        ReasonText.text(of: code).map { $0 + source(of: code) } ?? LintCodeText.text(of: code) ?? AppCodeText.text(
            of: code
        ) ?? deviceError(code) ?? stage(code)
    }

    /// What an error such as `UNErrorDomain 101` says; `nil` for any other text.
    private static func deviceError(_ text: String) -> String? {
        guard text.lowercased().hasPrefix("unerrordomain"),
            case .other(nil, let sentence, let fix)? = ConsoleText.read(Array(text.utf8))
        else { return nil }
        return "\(sentence)\n  → \(fix)\n"
    }

    /// The documents that the rules of lint with a code come from.
    private static func source(of code: String) -> String {
        let sources = LintCode.named.filter { $0.name == code }.map(\.code.texts.source)
        return sources.isEmpty ? "" : "\n  Source:       \(sources.joined(separator: "; "))\n"
    }

    /// One line for each code of a stage, which `lint --list` writes as `fetch.*`; `nil` for any other text.
    private static func stage(_ text: String) -> String? {
        guard text.hasSuffix(".*") else { return nil }
        let known = Set(ReasonCode.allCases.map(\.rawValue))
        let reasons = ReasonCode.allCases.filter { $0.rawValue.hasPrefix(text.dropLast()) }
            .map { (name: $0.rawValue, meaning: ReasonText.meaning(of: $0)) }
        let advice = LintCode.named.filter { !$0.isStage && !known.contains($0.name) }
            .map { (name: $0.name, meaning: $0.code.texts.title) }
        let app = AppCode.allCases.map { (name: $0.rawValue, meaning: $0.texts.title) }
        let rows = (reasons + advice + app).filter { $0.name.hasPrefix(text.dropLast()) }
        let width = rows.map(\.name.count).max() ?? 0
        return rows.isEmpty ? nil : rows.map { "\($0.name.padded(to: width))  \($0.meaning)\n" }.joined()
    }
}

/// The long text of a reason, from the pages Reasons and Troubleshooting of the documentation.
enum ReasonText {
    /// Returns the text of a code such as `fetch.status`; `nil` for any other text.
    static func text(of code: String) -> String? {
        guard let code = ReasonCode.allCases.first(where: { $0.rawValue == code }) else { return nil }
        // A result may say otherwise: a status of 503 is temporary.
        var facts = ["usually a \(code.severity.rawValue)"]
        if code.severity == .block { facts.append(code.isPermanent ? "usually permanent" : "usually temporary") }
        if let apple = code.apple { facts.append("on the device \(apple.domain) \(apple.code)") }
        var text = "\(code.rawValue)  \(meaning(of: code))\n\n  \(facts.joined(separator: "; "))\n"
        if let advice = row(of: code, in: PackageResources.Troubleshooting_md), advice.count == 3 {
            text += "\n  What you see: \(advice[1])\n  What to do:   \(advice[2])\n"
        }
        return text
    }

    /// What a code says, in one sentence.
    static func meaning(of code: ReasonCode) -> String {
        row(of: code, in: PackageResources.Reasons_md)?.last ?? ""
    }

    /// The problem of an argument that was probably meant as a code; `nil` for any other text.
    ///
    /// - Parameter argument: An argument that names no file and no code.
    /// - Returns: A sentence with the nearest code, with the codes of the stage that the argument names, or with the command
    ///   that has the code.
    static func problem(of argument: String) -> String? {
        let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !argument.contains("/"), !["json", "apns", "ndjson", "jsonl"].contains(parts[1]) else {
            return nil
        }
        // Each finding of these has its own sentence and fix.
        let checked = SourceChecker.codes + ServiceInfoPlist.codes
        let isStage = parts[1] == "*" && checked.contains { $0.hasPrefix("\(parts[0]).") }
        if isStage || NearestName.find(argument, among: checked) != nil {
            return
                "\(argument) is not the code of a reason; use attache extension check, whose findings say what to do."
        }
        let codes = ReasonCode.allCases.map(\.rawValue)
        if let nearest = NearestName.find(argument, among: codes + AppCode.allCases.map(\.rawValue)) {
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
        cell.replacing(/\*([^* ][^*]*)\*/) { $0.1 }.replacing(/\[([^\]]*)\]\([^)]*\.md[^)]*\)/) { "the page \($0.1)" }
            .replacing("`", with: "")
            .split(separator: " ").joined(separator: " ")
    }
}
