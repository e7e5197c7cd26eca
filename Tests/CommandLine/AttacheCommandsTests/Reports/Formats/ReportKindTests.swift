import AttacheReports
import Foundation
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ReportKindTests {
    @Test(
        "Every kind writes its own format, in blocks of bounded size",
        arguments: [
            (ReportKind.junit, "<?xml version=\"1.0\"", "</testsuites>\n"), (.html, "<!DOCTYPE html>\n", "</html>\n"),
            (.json, "{\"schema\":\"attache-report/1\"", "]}\n"), (.csv, "source,id,outcome", "\r\n"),
            (.markdown, "# Attache: ", "\n"),
        ]
    )
    func format(_ kind: ReportKind, _ start: String, _ end: String) throws {
        let files = try SampleFiles()
        defer { files.remove() }
        let run = SampleRun(count: 3000, attachments: files.attachments)
        var report: [UInt8] = []
        var largest = 0
        var sink = ByteSink { block in
            report += block
            largest = max(largest, block.count)
        }
        try kind.report.write(run.summary, items: run.feed, to: &sink)
        try sink.finish()
        let text = String(decoding: report, as: UTF8.self)
        #expect(text.hasPrefix(start) && text.hasSuffix(end))
        #expect(largest < 2 * ByteSink.blockSize)
        #expect(!text.contains("secret"))
        if let directory = ProcessInfo.processInfo.environment["ATTACHE_TEST_ARTEFACTS"] {
            try Data(report).write(to: URL(filePath: directory).appending(path: "sample.\(kind.rawValue)"))
        }
    }
}
