import AttacheCore
import HTTPTypes
import Hummingbird
import NIOCore

extension Problem: HTTPResponseError {
    var status: HTTPResponse.Status { kind.status }

    func response(from request: Request, context: some Hummingbird.RequestContext) throws -> Response { response }

    /// What RFC 9457 calls problem details in JSON.
    static let mediaType = "application/problem+json"

    /// The problem as a response.
    var response: Response {
        var headers: HTTPFields = [.contentType: Self.mediaType, .cacheControl: "no-store"]
        if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
        if kind == .unauthorized { headers[.wwwAuthenticate] = #"Bearer realm="attache""# }
        if kind == .methodNotAllowed { headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ") }
        if wantsPlainBody { headers[.acceptEncoding] = "identity" }
        return Response(
            status: kind.status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json()))
        )
    }

    /// The problem as the response to a request: to HEAD without its body, which nobody would read.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    func response(to request: Request) -> Response {
        request.method == .head ? response.createHeadResponse() : response
    }

    /// The problem in the form of RFC 9457: one compact JSON object.
    func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "urn:attache:problem:\(kind.rawValue)")
        writer.member("title", kind.title)
        writer.key("status")
        writer.integer(kind.status.code)
        writer.member("detail", detail)
        ReasonEncoder.write(reasons, to: &writer)
        writer.endObject()
        return writer.bytes
    }
}
