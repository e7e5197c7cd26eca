import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheReports

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct HTMLReportTests {
    private struct Page: Decodable {
        var rows: [[Cell]]
        var strings: [String]
    }

    /// A cell; only text and numbers matter here.
    private enum Cell: Decodable {
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            let text = try? decoder.singleValueContainer().decode(String.self)
            self = text.map { .text($0) } ?? .other
        }
    }

    private func sources(in page: String) throws -> [String] {
        let start = try #require(page.range(of: "id=\"data\">")).upperBound
        let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
        let data = try JSONDecoder().decode(Page.self, from: Data(page[start..<end].utf8))
        return data.rows.compactMap { if case .text(let text) = $0.first { text } else { nil } }
    }

    @Test("External text cannot end a script, open an element or change the text direction")
    func escaping() throws {
        let page = try HTMLReport().text(of: SampleRun(count: 56))
        #expect(!page.contains("<blink"))
        #expect(!page.contains("<script>window"))
        #expect(page.components(separatedBy: "</script>").count == 3)
        #expect(!page.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{0}" })
        #expect(try sources(in: page).count == 56)
    }

    @Test("The table holds all items up to the limit; beyond it, items without media come first, in input order")
    func limit() throws {
        let run = SampleRun(count: 56)
        let all = try sources(in: HTMLReport(rowLimit: 56).text(of: run))
        #expect(all.count == 56)
        let page = try HTMLReport(rowLimit: 10).text(of: run)
        let others = [6, 13, 20, 27, 34, 41, 48, 55]
        let expected = ([0, 1] + others).map { ItemChoiceName.shown(run.record($0).source) }
        #expect(try sources(in: page) == expected)
        #expect(page.contains(GoldenMessages["report.table-limit", ["count": "10", "total": "56"]]))
        let few = try sources(in: HTMLReport(rowLimit: 3).text(of: run))
        #expect(few == others.prefix(3).map { ItemChoiceName.shown(run.record($0).source) })
    }

    /// The pictures of a run are images with their own words; a run without them has no such section.
    @Test func picturesAreImages() throws {
        var summary = RunSummary()
        #expect(HTMLSections.pictures(summary) == "")
        summary.pictureNotice = "The <b> is not installed."
        #expect(HTMLSections.pictures(summary).contains("The &lt;b&gt; is not installed."))
        // As long as a picture is.
        let url = "data:image/svg+xml;base64," + String(repeating: "AAAA", count: 20_000)
        summary.pictures = [
            ReportPicture(
                caption: "attached · <i>",
                itemCount: 1_200,
                source: "a.ndjson#3",
                url: url,
                width: 393,
                height: 250,
                description: "\"><script>alert(1)</script>"
            )
        ]
        let section = HTMLSections.pictures(summary)
        #expect(section.contains("<img src=\"\(url)\" width=\"393\" height=\"250\""))
        #expect(!section.contains("prefers-color-scheme"))
        summary.pictures[0].darkURL = "data:image/svg+xml;base64,DARK"
        let source = "<source media=\"(prefers-color-scheme: dark)\" srcset=\"data:image/svg+xml;base64,DARK\"><img"
        #expect(HTMLSections.pictures(summary).contains(source))
        #expect(section.contains("1,200 items") && section.contains("a.ndjson#3"))
        #expect(!section.contains("<script") && !section.contains("<i>") && !section.contains("<b>"))
    }

    private enum ItemChoiceName {
        static func shown(_ source: String) -> String { source.printable }
    }
}
