import AttacheCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads a request's body, as far as it may be read at all.
struct RequestReader: Sendable {
    /// The longest body of a request for one payload, in bytes.
    let limit: Int

    /// Reads the whole body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: What is known of it.
    /// - Returns: The body's bytes.
    /// - Throws: `Problem` when it is too long, too slow, or said to be no JSON.
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

    /// Refuses by the headers what need not be read.
    ///
    /// The type must be said: a page of a stranger cannot make a browser say that it sends JSON, so that no page reaches a
    /// service that wants no token.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - mediaTypes: What it may be; anything else with the suffix `+json` counts as `application/json`.
    ///   - limit: The longest body, in bytes.
    /// - Throws: `Problem`.
    static func check(_ request: Request, mediaTypes: [String], limit: Int) throws(Problem) {
        if let length = length(of: request), length > limit { throw tooLarge(limit) }
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            let detail = "The Content-Encoding is \"\(coding)\"; send the body as it is."
            var problem = Problem(.unsupportedMediaType, detail)
            problem.wantsPlainBody = true
            throw problem
        }
        guard let text = request.headers[.contentType] else {
            throw Problem(
                .unsupportedMediaType,
                "There is no Content-Type; send \(mediaTypes.joined(separator: " or "))."
            )
        }
        let name = text.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        let known = name.hasSuffix("+json") ? "application/json" : name
        if !mediaTypes.contains(known) {
            throw Problem(
                .unsupportedMediaType,
                "The Content-Type is \"\(name)\"; send \(mediaTypes.joined(separator: " or "))."
            )
        }
    }

    /// How long a body says that it is, in bytes.
    static func length(of request: Request) -> Int? {
        request.headers[.contentLength].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }

    static func tooLarge(_ limit: Int) -> Problem {
        Problem(.contentTooLarge, "The body is longer than \(limit) bytes; send payloads in smaller requests.")
    }
}
