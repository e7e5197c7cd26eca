import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheReports

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MarkdownReportTests {
    @Test("Tables list outcomes, reasons, hosts, media and stages; every row has all columns")
    func tables() throws {
        let files = try SampleFiles()
        defer { files.remove() }
        let text = try MarkdownReport().text(of: SampleRun(count: 56, attachments: files.attachments))
        #expect(
            text.hasPrefix("# Attache: 56 items in 112 ms, 500/s\n\n| outcome | items | share |\n|---|---:|---:|\n")
        )
        #expect(text.contains("| attached | 48 | 85.7 % |\n"))
        #expect(
            text.contains(
                "| `payload.invalid-json` | block | 2 | campaign/raid 13.json: Line 1, column 13\\: \\=cmd&#124;"
            )
        )
        for heading in ["Reasons", "Slowest hosts", "Media", "Time per stage"] {
            #expect(text.contains("\n## \(heading)\n"))
        }
        for table in text.split(separator: "\n\n") where table.hasPrefix("|") {
            let widths = Set(table.split(separator: "\n").map { line in line.count { $0 == "|" } })
            #expect(widths.count == 1, "\(table)")
        }
    }

    @Test(
        "External text is rendered literally",
        arguments: [
            ("a|b", "a&#124;b"), ("<img src=x>", "&lt;img src\\=x&gt;"), ("`code`", "\\`code\\`"),
            ("[l](https://x.example)", "\\[l\\]\\(https\\://x.example\\)"), ("www.x.example", "www\\.x.example"),
            ("a\r\nb\u{1B}", "a  b\u{FFFD}"), ("**b** __u__", "\\*\\*b\\*\\* \\_\\_u\\_\\_"), ("\\", "\\\\"),
            ("\u{202E}gnp", "\u{FFFD}gnp"), ("plain text, and more", "plain text, and more"),
        ]
    )
    func escaping(_ text: String, _ escaped: String) {
        #expect(MarkdownText.escaping(text) == escaped)
    }

    @Test("An interrupted run is reported as such")
    func interrupted() throws {
        var summary = RunSummary()
        summary.isInterrupted = true
        var text = ""
        var sink = ByteSink { text += String(decoding: $0, as: UTF8.self) }
        try MarkdownReport().write(summary, items: ItemFeed { _ in }, to: &sink)
        try sink.finish()
        #expect(text.contains("**\(GoldenMessages["report.interrupted"])**"))
    }
}
