import AttacheCore
import TestWidth
import Testing

@testable import CurlFetch

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct HeadCollectorTests {
    private func collect(_ lines: [String]) -> (head: ResponseHead?, refusal: ReasonCode?) {
        var collector = HeadCollector()
        for line in lines {
            let bytes = Array((line + "\r\n").utf8)
            switch collector.take(bytes.span) {
            case .more: continue
            case .complete(let head): return (head, nil)
            case .refused(let reason): return (nil, reason.code)
            }
        }
        return (nil, nil)
    }

    @Test(arguments: ["HTTP/1.1 200 OK", "HTTP/1.0 200", "HTTP/2 200 ", "HTTP/1.1 200 A long phrase"])
    func statusLinesAreParsed(_ line: String) {
        #expect(collect([line, ""]).head?.status == 200)
    }

    @Test(arguments: ["HTTP/1.1 99 Low", "HTTP/1.1 600 High", "HTTP/1.1 abc", "HTTP/1.1", "HTTP/1.1 2000 OK"])
    func invalidStatusesAreRejected(_ line: String) {
        #expect(collect([line, ""]).refusal == .fetchBadFraming)
    }

    @Test func fieldsKeepTheirOrder() {
        let head = collect(["HTTP/1.1 200 OK", "A: 1", "b:  2 ", "A:3", ""]).head
        #expect(head?.values("a") == ["1", "3"])
        #expect(head?.values("B") == ["2"])
    }

    @Test func interimResponsesAreSkipped() {
        let head = collect(["HTTP/1.1 103 Early", "Link: x", "", "HTTP/1.1 200 OK", "A: 1", ""]).head
        #expect(head?.status == 200)
        #expect(head?.fields.count == 1)
    }

    @Test(arguments: [(16, nil as ReasonCode?), (17, .fetchHeadersTooLarge)])
    func interimResponsesAreLimited(_ count: Int, refusal: ReasonCode?) {
        let lines = (0..<count).flatMap { _ in ["HTTP/1.1 100 Continue", ""] }
        #expect(collect(lines).refusal == refusal)
    }

    @Test(arguments: [(256, nil as ReasonCode?), (257, .fetchHeadersTooLarge)])
    func fieldsAreLimited(_ count: Int, refusal: ReasonCode?) {
        #expect(collect(["HTTP/1.1 200 OK"] + (0..<count).map { "F\($0): x" }).refusal == refusal)
    }

    @Test(arguments: [(0, nil as ReasonCode?), (1, .fetchHeadersTooLarge)])
    func bytesAreLimited(_ over: Int, refusal: ReasonCode?) {
        let status = "HTTP/1.1 200 OK"
        let name = "F: "
        let count = HeadCollector.byteLimit - status.utf8.count - name.utf8.count - 4 + over
        #expect(collect([status, name + String(repeating: "x", count: count)]).refusal == refusal)
    }

    @Test(arguments: [
        ["Content-Length: 1", "Content-Length: 1"], ["Content-Length: 1, 1"], ["Content-Length: -1"],
        ["Content-Length: 1e9"], ["Content-Length: +1"], ["Content-Length: "], ["Content-Length: 18446744073709551616"],
        ["Content-Length: 1", "Transfer-Encoding: chunked"], ["Transfer-Encoding: gzip"],
        ["Transfer-Encoding: gzip, chunked"], ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
    ])
    func ambiguousFramingIsRejected(_ fields: [String]) {
        #expect(collect(["HTTP/1.1 200 OK"] + fields + [""]).refusal == .fetchBadFraming)
    }

    @Test(arguments: [["Content-Length: 0"], ["Content-Length: 12"], ["Transfer-Encoding: chunked"], []])
    func unambiguousFramingPasses(_ fields: [String]) {
        #expect(collect(["HTTP/1.1 200 OK"] + fields + [""]).head != nil)
    }

    @Test(arguments: [[""], ["A: 1", ""], ["HTTP/1.1 103 Early", "", ""], ["HTTP/1.1 103 Early", "", "A: 1", ""]])
    func headWithoutStatusLineIsRejected(_ lines: [String]) {
        #expect(collect(lines).refusal == .fetchBadFraming)
    }

    /// A combining mark forms one character with the byte before it, but is separate in a response.
    @Test(arguments: [
        ["Content-Length: 5", "Content-Length:\u{301}x: 6"], ["Content-Length:\u{301}5"],
        ["Transfer-Encoding:\u{301}chunked"], ["Transfer-Encoding: chunked\u{A0}"], ["Content-Length: 5\u{2003}"],
    ])
    func fieldsAreParsedBytewise(_ fields: [String]) {
        #expect(collect(["HTTP/1.1 200 OK"] + fields + [""]).refusal == .fetchBadFraming)
        // A status line, and a second one in its head, which would hide the fields before it.
        #expect(collect(["HTTP/1.1 200 OK", "HTTP/\u{301}1.1 204 No", ""]).refusal == .fetchBadFraming)
    }
}
