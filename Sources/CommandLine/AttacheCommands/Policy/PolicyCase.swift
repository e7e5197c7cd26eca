import AttacheCore
import LoopbackOrigin
import PolicyFiles

/// One case of `attache policy test`: a payload, the answer of the origin, and what is expected of the result.
struct PolicyCase: Sendable {
    /// The answer to one request.
    struct Response: Sendable {
        var status = 200
        var fields: [(name: String, value: String)] = []
        /// The body; `nil` for the sample that fits the path of the URL.
        var body: [UInt8]?
        /// The code of a failure in place of a response.
        var failure: ReasonCode?
    }

    /// The name, or the place in the file.
    let name: String
    /// The envelope to process.
    let input: [UInt8]
    /// The answers in the order of the requests; the last one is repeated.
    let responses: [Response]
    let expectations: [PolicyExpectation]

    /// Reads a case; it is of use only if `reader` has no problem.
    init(_ source: CaseFile.Case, _ reader: inout FieldReader) {
        var fields = CaseFields()
        reader.read(source.field, CaseFields.keys, into: &fields)
        name = fields.name ?? source.place
        input = fields.envelope(of: source.payload)
        responses = fields.responses
        expectations = fields.expectations
    }
}

/// What a file says of a case.
private struct CaseFields: Sendable {
    var name: String?
    var payload: Field?
    var network: String?
    var policy: String?
    var responses = [PolicyCase.Response()]
    var expectations: [PolicyExpectation] = []

    static let keys: [FieldKey<CaseFields>] = [
        FieldKey("name", optional: \.name, .text),
        FieldKey("payload", optional: \.payload, .field("object", "string"), required: "use payload: {\"aps\": …}"),
        FieldKey("network", optional: \.network, .string),
        FieldKey("policy", optional: \.policy, .string),
        FieldKey("response", \.responses, responseKind),
        FieldKey("expect", \.expectations, PolicyExpectation.kind, required: "use expect: {outcome: attached}"),
    ]

    /// The answer to every request, or a list of those to several.
    private static let responseKind = FieldKind<[PolicyCase.Response]>(
        schema: { writer in
            let one = writer.object(ResponseFields.keys)
            return ["anyOf": [one, ["type": "array", "items": one]]]
        },
        read: { reader, field in
            (field.elements ?? [field]).compactMap { field in
                var fields = ResponseFields()
                return reader.read(field, ResponseFields.keys, into: &fields).map { _ in fields.response }
            }
        }
    )

    /// The envelope of a payload and its context.
    func envelope(of json: [UInt8]?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("network", network)
        writer.member("policy", policy)
        // A text is a payload as it is, so that a mistake in its JSON can be a case too.
        writer.member("payload", raw: payload?.value.text.map { Array($0.utf8) } ?? json)
        writer.endObject()
        return writer.bytes
    }
}

/// What a file says of an answer.
private struct ResponseFields: Sendable {
    var status: Int?
    var headers: [(name: String, value: String)] = []
    var contentType: String?
    var body: SampleMedia?
    var location: String?
    var failure: ReasonCode?

    static let keys: [FieldKey<ResponseFields>] = [
        FieldKey("status", optional: \.status, .integer(100...599)),
        FieldKey("headers", headersKind) { $0.headers = $1.map { ($0.key, $0.value) } },
        FieldKey("content-type", optional: \.contentType, .text),
        FieldKey("body", optional: \.body, .word),
        FieldKey("location", optional: \.location, .text),
        FieldKey("fails", optional: \.failure, failureKind),
    ]

    private struct Header: Sendable {
        let key: String
        let value: String
    }

    private static let headersKind = FieldKind<[Header]>(
        schema: { _ in ["type": "object", "additionalProperties": ["type": ["string", "number"]]] },
        read: { reader, field in
            reader.entries(of: field)?.compactMap { key, field in reader.text(field).map { Header(key: key, value: $0) }
            }
        }
    )

    private static let failures = ReasonCode.allCases.map(\.rawValue).filter { $0.hasPrefix("fetch.") }
    private static let failureKind = FieldKind<String>.word(among: failures).checked { _, _, code in
        ReasonCode.allCases.first { $0.rawValue == code }
    }

    var response: PolicyCase.Response {
        var response = PolicyCase.Response()
        response.status = status ?? (location == nil ? 200 : 302)
        if let location { response.fields.append(("Location", location)) }
        if let type = contentType { response.fields.append(("Content-Type", type)) }
        response.fields += headers
        response.body = body?.bytes
        if contentType == nil, let type = body?.mimeType { response.fields.append(("Content-Type", type)) }
        response.failure = failure
        return response
    }
}
