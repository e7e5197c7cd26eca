import HTTPTypes

extension HTTPField.Name {
    /// The names, parsed once; each is a token, so none is missing.
    static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is a token of RFC 9110") }
        return name
    }

    /// `Attache-Deadline`: the time for a payload, such as `5s`.
    static let attacheDeadline = known("Attache-Deadline")
    /// `Idempotency-Key`, of the IETF draft of that name.
    static let idempotencyKey = known("Idempotency-Key")
    /// `Cross-Origin-Opener-Policy`, of HTML.
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    /// `Referrer-Policy`, of W3C Referrer Policy.
    static let referrerPolicy = known("Referrer-Policy")
    /// `Idempotency-Replayed`: the answer is one that was given before.
    static let idempotencyReplayed = known("Idempotency-Replayed")
    /// `traceparent`, of W3C Trace Context.
    static let traceParent = known("traceparent")
    /// `X-Request-ID`, by which many proxies name requests.
    static let requestIdentifier = known("X-Request-ID")
}
