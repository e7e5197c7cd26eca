import HTTPTypes

/// The decisions on a request before its body is read.
extension RequestFraming {
    /// The length of a body in bytes, at most `Int.max`; `nil` if the head does not say it.
    static func length(of head: HTTPRequest) -> Int? {
        head.headerFields[.contentLength].flatMap { contentLength($0) }
    }

    /// Refuses a body that its head says is too long, before it is read.
    static func check(lengthOf head: HTTPRequest, limit: Int) throws(Problem) {
        if let length = length(of: head), length > limit { throw tooLarge(limit) }
    }

    /// Refuses a request by the type of its body, before it is read; a media type with the suffix `+json` counts as
    /// `application/json`. A `Content-Type` is required: no cross-origin page can make a browser send JSON without a
    /// preflight, so web pages cannot reach a service without tokens.
    static func check(typeOf head: HTTPRequest, among mediaTypes: [String] = ["application/json"]) throws(Problem) {
        if let coding = head.headerFields[.contentEncoding], coding.lowercased() != "identity" {
            let detail = "The Content-Encoding is \"\(coding)\"; send the body uncompressed."
            var problem = Problem(.unsupportedMediaType, detail)
            problem.wantsPlainBody = true
            throw problem
        }
        guard let text = head.headerFields[.contentType] else {
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

    static func tooLarge(_ limit: Int) -> Problem {
        Problem(.contentTooLarge, "The body is longer than \(limit) bytes; send payloads in smaller requests.")
    }
}
