import HTTPTypes

/// What the head of a request says of its body, as far as the service decides on it.
enum RequestFraming {
    /// Whether the service understands a `Transfer-Encoding`: `chunked` alone (RFC 9112 §6.1).
    static func isSupported(transferEncoding text: String) -> Bool {
        let coding = text.split(separator: ",", omittingEmptySubsequences: true).map { word in
            word.utf8.filter { $0 != 0x20 && $0 != 0x09 }
        }
        return coding.count == 1 && String(decoding: coding[0], as: UTF8.self).lowercased() == "chunked"
    }

    /// The value of a `Content-Length`, which is at most `Int.max` whatever the number is; `nil` if it is none.
    static func contentLength(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39) ~= $0 }) else { return nil }
        return Int(text) ?? .max
    }

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
