import TestWidth
import Testing

@testable import AttacheServer

@Suite("Idempotency-Key values", .inProcess, .timeLimit(.minutes(1)))
struct IdempotencyKeyTests {
    @Test(
        "A key is a structured-field string, or the same without quotation marks",
        arguments: [
            (#""8e03978e-40d5""#, "8e03978e-40d5"), ("8e03978e-40d5", "8e03978e-40d5"), (#"  "a b"  "#, "a b"),
            (#""a\"b\\c""#, #"a"b\c"#), (#""a,b""#, "a,b"),
            (String(repeating: "k", count: 255), String(repeating: "k", count: 255)),
        ]
    )
    func keys(_ field: String, _ text: String) throws {
        #expect(try IdempotencyKey(parsing: field).text == text)
    }

    struct Wrong: CustomTestStringConvertible {
        let name: String
        let field: String

        var testDescription: String { name }
    }

    @Test(
        "Other values are rejected",
        arguments: [
            Wrong(name: "nothing", field: ""), Wrong(name: "an empty string", field: #""""#),
            Wrong(name: "no end", field: #""abc"#), Wrong(name: "two of them", field: #""a", "b""#),
            Wrong(name: "two bare ones", field: "a, b"), Wrong(name: "a parameter", field: #""a";b=1"#),
            Wrong(name: "an unknown escape", field: #""a\n""#),
            Wrong(name: "a letter beyond ASCII", field: "\"\u{E4}\""),
            Wrong(name: "one character too many", field: String(repeating: "k", count: 256)),
        ]
    )
    func rejected(_ wrong: Wrong) {
        #expect(throws: Problem.self) { try IdempotencyKey(parsing: wrong.field) }
    }

    @Test("A key belongs to one client, and names cannot collide")
    func clients() throws {
        let (short, long) = (try IdempotencyKey(parsing: "b"), try IdempotencyKey(parsing: "ab"))
        #expect(short.digest(for: Client(name: "x")) == short.digest(for: Client(name: "x")))
        #expect(short.digest(for: Client(name: "x")) != short.digest(for: Client(name: "y")))
        #expect(short.digest(for: Client(name: "xa")) != long.digest(for: Client(name: "x")))
    }
}
