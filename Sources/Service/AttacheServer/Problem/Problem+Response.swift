import AttacheCore
import HTTPTypes

extension Problem {
    var status: HTTPResponse.Status { kind.status }

    /// The media type of problem details (RFC 9457).
    static let mediaType = "application/problem+json"

    /// The headers that describe the problem, without the length of its body.
    var headers: HTTPFields {
        let caching = cacheLifetime.map { "max-age=\($0)" } ?? "no-store"
        var headers: HTTPFields = [.contentType: Self.mediaType, .cacheControl: caching]
        if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
        if kind == .unauthorized { headers[.wwwAuthenticate] = #"Bearer realm="attache""# }
        if kind == .methodNotAllowed { headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ") }
        if wantsPlainBody { headers[.acceptEncoding] = "identity" }
        return headers
    }

    /// The problem as one compact JSON object (RFC 9457).
    func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "urn:attache:problem:\(kind.rawValue)")
        writer.member("title", kind.title)
        writer.member("status", kind.status.code)
        writer.member("detail", detail)
        ReasonEncoder.write(reasons, to: &writer)
        writer.endObject()
        return writer.bytes
    }
}

extension BufferedResponse {
    init(_ problem: Problem) {
        self.init(problem.status, problem.headers, problem.json())
    }
}
