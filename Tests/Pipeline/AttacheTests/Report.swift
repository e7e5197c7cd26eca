import Attache
import Foundation
import Testing

/// A result, parsed from its JSON as a user's program would.
struct Report {
    private let members: [String: Any]

    init(_ result: RewriteResult) throws {
        let object = try JSONSerialization.jsonObject(with: Data(result.json()))
        members = try #require(object as? [String: Any])
        text = String(decoding: result.json(), as: UTF8.self)
        payload = result.payload.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The JSON as it was written.
    let text: String
    /// The payload as it was written.
    let payload: String?

    var outcome: String? { members["outcome"] as? String }

    var codes: [String] { reasons.compactMap { $0["code"] as? String } }

    var appleCode: Int? { (reasons.first?["apple"] as? [String: Any])?["code"] as? Int }

    var appleStreamCode: Int? { (reasons.first?["apple"] as? [String: Any])?["stream_code"] as? Int }

    var attachment: [String: Any]? {
        ((members["content"] as? [String: Any])?["attachments"] as? [[String: Any]])?.first
    }

    private var reasons: [[String: Any]] { members["reasons"] as? [[String: Any]] ?? [] }
}
