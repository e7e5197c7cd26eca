import TestWidth
import Testing

@testable import AttacheReports

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct CSVReportTests {
    @Test("Python reads one record per item, each with every column, and no formula")
    func parsed() async throws {
        let files = try SampleFiles()
        defer { files.remove() }
        let script = """
            import sys, csv
            rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8"), strict=True))
            print(len(rows), {len(row) for row in rows}, rows[0] == "\(CSVReport.columns.joined(separator: ","))".split(","))
            print([cell for row in rows for cell in row if cell[:1] in tuple("=+-@\\t\\r\\n") and cell])
            print(sum("secret" in cell for row in rows for cell in row))
            print(rows[1][0], rows[1][1], rows[1][2], rows[1][13].endswith("photo.png"), rows[1][19])
            """
        let bytes = try CSVReport().bytes(of: SampleRun(count: 56, attachments: files.attachments))
        let output = try await PythonReading.output(of: script, over: bytes)
        #expect(
            output == """
                57 {\(CSVReport.columns.count)} True
                []
                0
                campaign/raid 0.json user-0 attached True https://cdn0.example.com/raid.png?…
                """
        )
    }

    @Test(
        "Cells are quoted and escaped",
        arguments: [
            ("plain", "plain"), ("a,b", "\"a,b\""), ("a;b", "\"a;b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("a\r\nb", "\"a\u{FFFD}\u{FFFD}b\""), ("a;=1;b", "\"a;'=1;b\""), ("=1+1", "'=1+1"), ("+1", "'+1"),
            ("-1", "'-1"), ("@SUM", "'@SUM"),
            ("\t=1", "\"'\u{FFFD}=1\""), ("\r=1", "\"'\u{FFFD}=1\""), ("\u{FF1D}1", "'\u{FF1D}1"), ("a=1", "a=1"),
            ("a\u{0}b", "a\u{FFFD}b"), ("", ""), ("\u{7F}\u{80}\u{9F}\u{A0}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}"),
            ("\u{2027}\u{2028}\u{202E}\u{202F}", "\u{2027}\u{FFFD}\u{FFFD}\u{202F}"),
            ("\u{2065}\u{2066}\u{2069}\u{206A}", "\u{2065}\u{FFFD}\u{FFFD}\u{206A}"),
        ]
    )
    func cells(_ value: String, _ text: String) {
        var row = CSVRow()
        row.cell(value)
        row.end()
        #expect(row.text == text + "\r\n")
    }
}
