import AttacheReports
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ReportRequestTests {
    @Test("Every kind is read by its name; a path may hold what it likes")
    func kinds() throws {
        let requests = try ReportRequest.parse(ReportKind.allCases.map { "\($0.rawValue)=out/r=\($0.rawValue)" })
        #expect(requests.map(\.kind) == ReportKind.allCases)
        #expect(requests.map(\.path) == ReportKind.allCases.map { "out/r=\($0.rawValue)" })
        #expect(ReportKind.allCases.map(\.rawValue) == ["junit", "html", "json", "csv", "md"])
    }

    @Test(
        "What cannot be followed is told with its cure",
        arguments: [
            ("pdf=a", "\"pdf\" is not a report format; use one of junit, html, json, csv, md"),
            ("HTML=a", "\"HTML\" is not a report format"), ("html", "names no file; use html=FILE"),
            ("report.html", "names no file; use KIND=FILE, with KIND one of junit"), ("html=", "names no file"),
            ("=a", "\"\" is not a report format"), ("html=out/", "names a directory"), ("", "names no file"),
        ]
    )
    func problems(_ text: String, _ words: String) {
        let error = #expect(throws: ReportRequestError.self) { try ReportRequest.parse([text]) }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.contains(words) == true, "\(error?.problems ?? [])")
    }

    @Test("Two reports into one file are refused, however it is spelled; all problems are told at once")
    func sameFile() {
        let texts = ["html=out/report", "json=./out//report", "json=/out/report", "pdf=a"]
        let error = #expect(throws: ReportRequestError.self) { try ReportRequest.parse(texts) }
        #expect(error?.problems.count == 2)
        #expect(error?.problems.first?.contains("html=out/report writes to the same file") == true)
    }
}
