import AttacheCore
import HTTPTypes
import TestWidth
import Testing

@testable import AttacheServer

/// The header `traceparent`.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct TraceParentTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let isValid: Bool

        init(_ name: String, _ text: String, _ isValid: Bool) {
            testDescription = name
            self.text = text
            self.isValid = isValid
        }
    }

    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    static let rows = [
        Row("the specification's example", "00-\(trace)-\(span)-01", true),
        Row("not sampled", "00-\(trace)-\(span)-00", true),
        Row("unknown flags", "00-\(trace)-\(span)-ff", true),
        Row("a later version", "cc-\(trace)-\(span)-01", true),
        Row("a later version with more", "cc-\(trace)-\(span)-01-what-the-future-holds", true),
        Row("a later version with more without a dash", "cc-\(trace)-\(span)-01.what", false),
        Row("version 00 with more", "00-\(trace)-\(span)-01-what", false),
        Row("version 00 with an extra dash", "00-\(trace)-\(span)-01-", false),
        Row("version ff", "ff-\(trace)-\(span)-01", false),
        Row("capital letters", "00-\(trace.uppercased())-\(span)-01", false),
        Row("an all-zero trace", "00-\(String(repeating: "0", count: 32))-\(span)-01", false),
        Row("a half-zero trace", "00-\(String(repeating: "0", count: 16))\(trace.prefix(16))-\(span)-01", true),
        Row("an all-zero span", "00-\(trace)-0000000000000000-01", false),
        Row("a short trace", "00-\(trace.dropLast())-\(span)-01", false),
        Row("a letter that is not a hexadecimal digit", "00-\(trace.dropLast())g-\(span)-01", false),
        Row("underscores instead of dashes", "00_\(trace)_\(span)_01", false),
        Row("two headers", "00-\(trace)-\(span)-01, 00-\(trace)-\(span)-01", false),
        Row("white space", " 00-\(trace)-\(span)-01", false),
        Row("nothing", "", false),
        Row("cut off", "00-\(trace)-\(span)-0", false),
    ]

    @Test(arguments: rows)
    func onlyValidHeadersAreAccepted(_ row: Row) {
        #expect((TraceParent(parsing: row.text) != nil) == row.isValid)
    }

    @Test func headerRoundTrips() throws {
        for flags in ["00", "01"] {
            let text = "00-\(Self.trace)-\(Self.span)-\(flags)"
            #expect(try #require(TraceParent(parsing: text)).text == text)
        }
        // Of the flags, only the known one is sent, and always as version 00.
        #expect(
            TraceParent(parsing: "cc-\(Self.trace)-\(Self.span)-ff-more")?.text == "00-\(Self.trace)-\(Self.span)-01"
        )
    }

    @Test func identifiersDiffer() {
        let (left, right) = (TraceIdentifierGenerator(), TraceIdentifierGenerator())
        let numbers = (0..<10_000).flatMap { _ in [left.next(), right.next()] }
        #expect(Set(numbers).count == numbers.count && !numbers.contains(0))
    }

    @Test func requestContinuesCallersTrace() throws {
        var headers: HTTPFields = [.traceParent: "00-\(Self.trace)-\(Self.span)-01"]
        headers[.requestIdentifier] = "r-1"
        let trace = RequestTrace(headers, TraceIdentifierGenerator())
        #expect(trace.trace.description == Self.trace)
        #expect(trace.parent == 0x00F0_67AA_0BA9_02B7)
        #expect(trace.span != trace.parent && trace.isSampled && trace.identifier == "r-1")
    }

    @Test(arguments: ["", "a b", "a\u{22}b", String(repeating: "a", count: 129), "é"])
    func unloggableIdentifierIsRejected(_ name: String) {
        var headers: HTTPFields = [:]
        headers[.requestIdentifier] = name
        let trace = RequestTrace(headers, TraceIdentifierGenerator())
        #expect(trace.identifier == HexText.of(trace.span) && trace.parent == nil)
    }
}
