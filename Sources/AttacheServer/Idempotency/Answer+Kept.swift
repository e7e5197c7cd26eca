import HTTPTypes
import Ledger

extension BufferedResponse {
    /// An answer that was kept.
    ///
    /// - Parameter kept: What is on the disk.
    init(_ kept: StoredResponse) {
        status = HTTPResponse.Status(code: kept.status)
        mediaType = kept.mediaType
        body = kept.body
    }

    /// A problem that is answered the same way every time.
    ///
    /// - Parameter problem: The problem.
    init(_ problem: Problem) {
        status = problem.kind.status
        mediaType = Problem.mediaType
        body = problem.json()
    }

    /// The answer as it goes to the disk.
    ///
    /// - Parameter fingerprint: What was asked.
    /// - Returns: The answer with what was asked.
    func kept(for fingerprint: [UInt8]) -> StoredResponse {
        StoredResponse(fingerprint: fingerprint, status: status.code, mediaType: mediaType, body: body)
    }
}
