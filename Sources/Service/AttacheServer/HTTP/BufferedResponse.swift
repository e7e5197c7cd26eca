import HTTPTypes
import Hummingbird
import NIOCore

/// A complete response in memory.
struct BufferedResponse: Sendable, Equatable {
    /// The status and the headers, the length of the body among them.
    var head: HTTPResponse
    let body: [UInt8]
    /// Whether a repeated request gets the same response; false for work that was cancelled.
    var isReplayable = true

    init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: [UInt8]) {
        head = HTTPResponse(status: status, headerFields: headers)
        head.headerFields[.contentLength] = "\(body.count)"
        self.body = body
    }

    /// Creates a response that caches must not store.
    init(status: HTTPResponse.Status = .ok, mediaType: String, body: [UInt8]) {
        self.init(status, [.contentType: mediaType, .cacheControl: "no-store"], body)
    }

    /// The response for the router; HEAD gets its head (RFC 9110 §9.3.2).
    func response(to method: HTTPRequest.Method) -> Response {
        let bytes = method == .head ? [] : body
        return Response(
            status: head.status,
            headers: head.headerFields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
