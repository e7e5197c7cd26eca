import AttacheCore
import Foundation
import FoundationNetworking

/// A response whose suggested file name is that of iOS; Foundation on Linux has another rule.
// @unchecked Sendable: the name does not change after `init`.
final class SessionHTTPResponse: HTTPURLResponse, @unchecked Sendable {
    private let name: String

    /// Creates the response of a head; `nil` where Foundation refuses the URL or the status.
    init?(_ head: ResponseHead, from url: URL) {
        let facts = ResponseFacts(
            finalURL: url.absoluteString,
            contentType: head.values("Content-Type").first,
            contentDisposition: head.values("Content-Disposition").first
        )
        name = SuggestedFileName.name(of: facts)
        var fields: [String: String] = [:]
        for (name, value) in head.fields {
            // The spelling of the first field of a name stays.
            let known = fields.keys.first { $0.lowercased() == name.lowercased() } ?? name
            fields[known] = fields[known].map { "\($0), \(value)" } ?? value
        }
        super.init(url: url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: fields)
    }

    required init?(coder: NSCoder) {
        name = "unknown"
        super.init(coder: coder)
    }

    override var suggestedFilename: String? { name }
}

/// The response of a file of this machine.
// @unchecked Sendable: nothing changes after `init`.
final class SessionFileResponse: URLResponse, @unchecked Sendable {
    private let name: String

    init(_ url: URL, byteCount: Int) {
        name = url.lastPathComponent
        let type = MediaFormat.named(byExtension: url.pathExtension)?.mimeType ?? "application/octet-stream"
        super.init(url: url, mimeType: type, expectedContentLength: byteCount, textEncodingName: nil)
    }

    required init?(coder: NSCoder) {
        name = "unknown"
        super.init(coder: coder)
    }

    override var suggestedFilename: String? { name }
}
