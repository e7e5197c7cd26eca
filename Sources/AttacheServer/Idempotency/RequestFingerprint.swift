import Crypto
import HTTPTypes
import Hummingbird

/// What was asked, as far as the answer depends on it: the body, the query and the deadline.
enum RequestFingerprint {
    /// SHA-256 of what was asked.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its whole body.
    /// - Returns: The digest.
    static func of(_ request: Request, body: [UInt8]) -> SHA256Digest {
        var hash = SHA256()
        // With its length before it, no part can pass for the end of another.
        for text in [request.uri.query ?? "", request.headers[.attacheDeadline] ?? ""] {
            hash.update(data: Array("\(text.utf8.count):\(text)".utf8))
        }
        hash.update(data: body)
        return hash.finalize()
    }
}
