import HTTPTypes
import Hummingbird
import NIOCore

/// A whole answer that is made of one piece.
struct BufferedResponse: Sendable, Equatable {
    /// The status of the response.
    let status: HTTPResponse.Status
    /// Its `Content-Type`.
    let mediaType: String
    /// Its body.
    let body: [UInt8]
    /// Whether the same request is to get it again; not what a stop cut short.
    var isReplayable = true

    /// The answer as a response that nobody on the way may keep.
    var response: Response {
        Response(
            status: status,
            headers: [.contentType: mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        )
    }
}
