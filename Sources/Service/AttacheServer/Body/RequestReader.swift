import AttacheCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads and checks the body of a request.
struct RequestReader: Sendable {
    /// The maximum body of a request for one payload, in bytes.
    let limit: Int

    /// Reads a whole JSON body; throws a problem if it is too long, too slow, or has another media type.
    func json(_ request: Request, _ context: ServiceContext) async throws -> [UInt8] {
        try Self.check(request, mediaTypes: ["application/json"], limit: limit)
        ContinueExpectation.report(request, context)
        var bytes: [UInt8] = []
        for try await buffer in request.body {
            guard bytes.count + buffer.readableBytes <= limit else { throw Self.tooLarge(limit) }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }

    /// Refuses a request by its headers before the body is read; a media type with the suffix `+json` counts as
    /// `application/json`. A `Content-Type` is required: no cross-origin page can make a browser send JSON without a
    /// preflight, so web pages cannot reach a service without tokens.
    static func check(_ request: Request, mediaTypes: [String], limit: Int) throws(Problem) {
        if let length = length(of: request), length > limit { throw tooLarge(limit) }
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            let detail = "The Content-Encoding is \"\(coding)\"; send the body uncompressed."
            var problem = Problem(.unsupportedMediaType, detail)
            problem.wantsPlainBody = true
            throw problem
        }
        guard let text = request.headers[.contentType] else {
            throw Problem(
                .unsupportedMediaType,
                "The Content-Type is missing; send \(mediaTypes.joined(separator: " or "))."
            )
        }
        if mediaTypes.contains(text) { return }
        let name = text.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        let known = name.hasSuffix("+json") ? "application/json" : name
        if !mediaTypes.contains(known) {
            throw Problem(
                .unsupportedMediaType,
                "The Content-Type is \"\(name)\"; send \(mediaTypes.joined(separator: " or "))."
            )
        }
    }

    /// The value of `Content-Length`, in bytes; at most `Int.max`.
    static func length(of request: Request) -> Int? {
        request.headers[.contentLength].flatMap { RequestFraming.contentLength($0) }
    }

    static func tooLarge(_ limit: Int) -> Problem {
        Problem(.contentTooLarge, "The body is longer than \(limit) bytes; send payloads in smaller requests.")
    }
}
