import Foundation
import Testing

/// A line of the program's output, parsed.
struct ProgramReport {
    /// The outcome and the first blocking code.
    let verdict: HostileVerdict
    /// Every code.
    let codes: [String]
    /// The source of the item.
    let source: String
    /// The sender's identifier of the item.
    let identifier: String?
    /// The messages of all reasons.
    let sentences: [String]

    init(_ line: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let members = try #require(object as? [String: Any])
        let reasons = members["reasons"] as? [[String: Any]] ?? []
        let headline = reasons.first { $0["severity"] as? String == "block" }
        verdict = HostileVerdict(
            outcome: try #require(members["outcome"] as? String),
            code: headline?["code"] as? String
        )
        codes = reasons.compactMap { $0["code"] as? String }
        source = members["source"] as? String ?? ""
        identifier = members["id"] as? String
        sentences = reasons.flatMap { [$0["message"] as? String, $0["fix"] as? String] }.compactMap { $0 }
    }
}
