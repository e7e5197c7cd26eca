import AttacheCore
import TestWidth
import Testing

/// The identifier of a payload or its envelope.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct IdentifierPathTests {
    /// A path, a payload, and the identifier that is found.
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let path: String?
        let text: String
        let identifier: String?

        init(_ name: String, _ path: String?, _ text: String, _ identifier: String?) {
            testDescription = name
            self.path = path
            self.text = text
            self.identifier = identifier
        }
    }

    private static let aps = #""aps":{"alert":"x"}"#

    @Test(arguments: [
        Row("member of the payload", "$.id", #"{\#(aps),"id":"a\u00e9"}"#, #""a\u00e9""#),
        Row("deeper", "$.meta['user id']", #"{\#(aps),"meta":{"user id":7}}"#, "7"),
        Row("an element", "$.ids[-1]", #"{\#(aps),"ids":[1,2]}"#, "2"),
        Row("number as written", "$.id", #"{\#(aps),"id": 10.00e1 }"#, "10.00e1"),
        Row("an envelope's own", "$.id", #"{"id":"e","payload":{\#(aps),"id":"p"}}"#, #""e""#),
        Row("inside an envelope", "$.payload.id", #"{"id":"e","payload":{\#(aps),"id":"p"}}"#, #""p""#),
        Row("envelope's, path not found", "$.no", #"{"id":"e","payload":{\#(aps)}}"#, #""e""#),
        Row("envelope's, no path", nil, #"{"id":"e","payload":{\#(aps)}}"#, #""e""#),
        Row("none in the payload", "$.id", "{\(aps)}", nil),
        Row("payload's is not used as envelope's", nil, #"{\#(aps),"id":"p"}"#, nil),
        Row("neither string nor number", "$.id", #"{\#(aps),"id":[1]}"#, nil),
        Row("null", "$.id", #"{\#(aps),"id":null}"#, nil),
        Row("rejected payload", "$.id", #"{"id":"r"}"#, #""r""#),
        Row("rejected envelope", "$.payload.id", #"{"payload":{"id":"r"}}"#, #""r""#),
        Row("invalid JSON", "$.id", #"{"id":"r""#, nil),
    ])
    func identifierIsFound(_ row: Row) throws {
        let path = try row.path.map { text in try JSONPath(parsing: text) }
        let item = InputItem(source: "test", content: .bytes(Array(row.text.utf8)), arrival: .now)
        let identifier: [UInt8]? =
            switch PayloadReader(identifierPath: path).read(item) {
            case .success(let notification): notification.identifier
            case .failure(let rejected): rejected.identifier
            }
        #expect(identifier.map { String(decoding: $0, as: UTF8.self) } == row.identifier)
    }
}
