import AttacheCore
import AttacheReports
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ReportRequestTests {
    @Test("Every kind is selected by its name; a path may contain any character")
    func kinds() throws {
        let requests = try ReportRequest.parse(ReportKind.allCases.map { "\($0.rawValue)=out/r=\($0.rawValue)" })
        #expect(requests.map(\.kind) == ReportKind.allCases)
        #expect(requests.map(\.path) == ReportKind.allCases.map { "out/r=\($0.rawValue)" })
        #expect(ReportKind.allCases.map(\.rawValue) == ["junit", "html", "json", "csv", "md"])
    }

    @Test(
        "An invalid request is reported with its remedy",
        arguments: [
            ("pdf=a", "report.kind", "pdf"), ("HTML=a", "report.kind", "HTML"), ("=a", "report.kind", ""),
            ("html", "report.no-file.kind", "html"), ("report.html", "report.no-file.kinds", ""),
            ("html=", "report.no-file", ""), ("", "report.no-file", ""), ("html=out/", "report.directory", ""),
        ]
    )
    func problems(_ text: String, _ key: String, _ word: String) {
        let words = GoldenMessages[key, ["word": word, "kinds": "junit, html, json, csv, md"]]
        let error = #expect(throws: ConfigurationError.self) { try ReportRequest.parse([text]) }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.contains(words) == true, "\(error?.problems ?? [])")
    }

    @Test("Two reports to one file are rejected, however the path is written; all problems are reported at once")
    func sameFile() {
        let texts = ["html=out/report", "json=./out//report", "json=/out/report", "pdf=a"]
        let error = #expect(throws: ConfigurationError.self) { try ReportRequest.parse(texts) }
        #expect(error?.problems.count == 2)
        let words = GoldenMessages["report.same-file", ["report": "html=out/report"]]
        #expect(error?.problems.first?.contains(words) == true)
    }
}
