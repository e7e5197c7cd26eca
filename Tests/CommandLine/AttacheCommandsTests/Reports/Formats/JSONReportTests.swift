import Foundation
import TestWidth
import Testing

@testable import AttacheReports

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONReportTests {
    @Test("The report is one document, with its head on the first line and one item on each further line")
    func lines() throws {
        let files = try SampleFiles()
        defer { files.remove() }
        let run = SampleRun(count: 56, attachments: files.attachments)
        let text = try JSONReport().text(of: run)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 58)
        #expect(
            lines.first?.hasPrefix(#"{"schema":"attache-report/1","summary":{"items":56,"interrupted":false"#) == true
        )
        #expect(lines.first?.hasSuffix(#""items":["#) == true)
        #expect(
            lines[1].hasPrefix(
                #"{"id":"user-0","source":"campaign/raid 0.json","output":"out/users.ndjson","outcome":"attached","policy":"hive","#
            )
        )
        #expect(lines.last == "]}")
        #expect(!text.contains("secret"))
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let items = document?["items"] as? [[String: Any]]
        #expect(items?.count == 56)
        #expect(items?[6]["fallback"] as? Bool == true)
        #expect((items?[6]["source"] as? String)?.hasSuffix(SampleRun.hostile) == true)
        let summary = document?["summary"] as? [String: Any]
        #expect(
            summary?["outcomes"] as? [String: Int] == [
                "attached": 48, "rewritten": 2, "plain": 2, "untouched": 2, "rejected": 2,
            ]
        )
    }

    @Test("A run without items has an empty array")
    func empty() throws {
        #expect(try JSONReport().text(of: SampleRun(count: 0)).hasSuffix("\"items\":[\n]}\n"))
    }
}
