import HTTPTypes

/// A request's place in its trace, and its name in the log.
struct RequestTrace: Sendable {
    /// The trace, the caller's where it has one.
    let trace: TraceIdentifier
    /// This request's own span.
    let span: UInt64
    /// The caller's span.
    let parent: UInt64?
    /// Whether the caller records its part.
    let isSampled: Bool
    /// The caller's own name for the request, where it gives one that can be logged.
    let callerIdentifier: String?

    /// Takes the caller's trace, or begins one.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - identifiers: Makes what is new.
    init(_ headers: HTTPFields, _ identifiers: TraceIdentifierGenerator) {
        let caller = headers[.traceParent].flatMap(TraceParent.init(parsing:))
        trace = caller?.trace ?? TraceIdentifier(high: identifiers.next(), low: identifiers.next())
        parent = caller?.span
        isSampled = caller?.isSampled ?? false
        span = identifiers.next()
        callerIdentifier = headers[.requestIdentifier].flatMap { Self.isLoggable($0) ? $0 : nil }
    }

    /// The request's name in the log: the caller's, or its span.
    var identifier: String { callerIdentifier ?? HexNumber.text(span) }

    /// What the response says, and what would be sent on.
    var header: TraceParent { TraceParent(trace: trace, span: span, isSampled: isSampled) }

    /// What may stand in a line without harm, as long as common identifiers are.
    private static func isLoggable(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_.:+/=@".utf8.contains(byte)
                }
            }
    }
}
