import Crypto
import HTTPTypes
import Hummingbird
import NIOCore

/// A file that travels inside the binary and is served as it is.
struct StaticFile: Sendable {
    /// What `Content-Type` says.
    let mediaType: String
    /// Its bytes.
    let bytes: [UInt8]
    /// What `ETag` says: different for different bytes.
    let tag: EntityTag

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - mediaType: What `Content-Type` says.
    ///   - bytes: Its bytes.
    init(_ mediaType: String, _ bytes: [UInt8]) {
        self.mediaType = mediaType
        self.bytes = bytes
        let digits = SHA256.hash(data: bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        tag = EntityTag(digits.joined())
    }

    /// Answers a request with the file, or with 304 where the client has it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - headers: What the response says besides.
    /// - Returns: The response.
    func respond(to request: Request, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = mediaType
        headers[.xContentTypeOptions] = "nosniff"
        // Asked for again each time, so that files of a new version never meet those of an old one.
        headers[.cacheControl] = "no-cache"
        headers[.eTag] = tag.text
        if let known = request.headers[.ifNoneMatch], tag.isNamed(in: known) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
