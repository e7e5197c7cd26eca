import AttacheTesting
import Foundation
import Testing

extension BatchPrograms {
    /// Report files of a batch, parsed by independent readers.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchReportTests {
        /// A report and a Python program, run in the scratch directory, that fails if the report is wrong.
        struct Row: CustomTestStringConvertible, Sendable {
            let kind: String
            let check: String

            var testDescription: String { kind }
        }

        static let rows = [
            Row(
                kind: "junit",
                check: """
                    import xml.etree.ElementTree as tree
                    root = tree.parse('report').getroot()
                    assert root.tag == 'testsuites' and root.get('tests') == '4'
                    assert root.get('failures') == '1' and root.get('errors') == '1'
                    assert root.find('.//failure').get('type') == 'fetch.status'
                    assert root.find('.//error').get('type') == 'payload.invalid-json'
                    """
            ),
            Row(
                kind: "html",
                check: """
                    from html.parser import HTMLParser
                    class Page(HTMLParser):
                        seen, outside = [], []
                        def handle_starttag(self, tag, attributes):
                            self.seen.append(tag)
                            self.outside += [v for n, v in attributes if n in ('src', 'href') and v.startswith('http')]
                    text = open('report', encoding='utf-8').read()
                    page = Page(convert_charrefs=True)
                    page.feed(text)
                    assert text.startswith('<!') and text.rstrip().endswith('</html>')
                    assert 'script' in page.seen and 'style' in page.seen and not page.outside
                    assert 'fetch.status' in text and 'payload.invalid-json' in text and 'b.ndjson#2' in text
                    """
            ),
            Row(
                kind: "json",
                check: """
                    import json
                    report = json.load(open('report'))
                    assert report['schema'] == 'attache-report/1' and report['summary']['items'] == 4
                    assert report['summary']['outcomes'] == \\
                        {'attached': 2, 'rewritten': 0, 'plain': 1, 'untouched': 0, 'rejected': 1}
                    items = {item['source'].split('/in/')[1]: item for item in report['items']}
                    assert sorted(items) == ['a.json', 'b.ndjson#1', 'b.ndjson#2', 'bad.json']
                    assert items['b.ndjson#2']['reasons'][0]['code'] == 'fetch.status'
                    assert items['a.json']['output'] == 'in/a.json'
                    assert items['a.json']['attachments'][0]['type'] == 'public.png'
                    """
            ),
            Row(
                kind: "csv",
                check: """
                    import csv
                    rows = list(csv.DictReader(open('report', newline='')))
                    assert sorted(row['outcome'] for row in rows) == ['attached', 'attached', 'plain', 'rejected']
                    plain = [row for row in rows if row['outcome'] == 'plain'][0]
                    assert plain['code'] == 'fetch.status' and plain['fallback'] == 'true'
                    assert plain['source'].endswith('/in/b.ndjson#2') and plain['output'] == 'in/b.ndjson'
                    """
            ),
            Row(
                kind: "md",
                check: """
                    lines = open('report', encoding='utf-8').read().splitlines()
                    assert lines[0].startswith('# Attache: 4 items')
                    assert any(line.startswith('| attached | 2 |') for line in lines)
                    assert any(line.startswith('| `fetch.status 404` | block | 1 |') for line in lines)
                    """
            ),
        ]

        @Test(arguments: rows)
        func reportIsReadableByItsConsumer(_ row: Row) async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            try site.scratch.write(site.payload("b") + "\n" + site.payload("missing") + "\n", to: "in/b.ndjson")
            try site.scratch.write("{", to: "in/bad.json")
            let report = ["--report", "\(row.kind)=\(site.scratch.path)/report"]
            let (end, standardError) = try await site.run(site.arguments(["in"], out: "out", report))
            #expect(end == .exited(3), "\(standardError)")
            try site.scratch.write(row.check, to: "check.py")
            #expect(try await site.shell("python3 check.py"), "\(site.scratch.read("report").prefix(2000))")
            // A page draws what users see; for no other report is anything drawn.
            #expect(site.scratch.read("report").contains("data:image/svg+xml;base64,") == (row.kind == "html"))
            // A run without pending items reports the same results.
            #expect(try await site.shell("mv report earlier"))
            #expect(try await site.run(site.arguments(["in"], out: "out", report)).end == .exited(3))
            #expect(try await site.shell("python3 check.py"))
        }

        @Test("Items are listed by name, whatever the order in which the directory lists its files")
        func order() async throws {
            let site = try BatchSite()
            for name in ["p20", "p03", "p11", "p00", "sub/z", "sub/a"] {
                try site.scratch.write(#"{"aps":{"alert":"a"}}"#, to: "in/\(name).json")
            }
            try site.scratch.write(#"{"aps":{"alert":"a"}}"# + "\n" + #"{"aps":{"alert":"b"}}"#, to: "in/b.ndjson")
            let report = ["--report", "csv=\(site.scratch.path)/report"]
            #expect(try await site.run(site.arguments(["in"], out: "out", report)).end == .exited(0))
            let sources = site.scratch.read("report").split(separator: "\r\n").dropFirst()
                .compactMap { $0.split(separator: ",").first?.components(separatedBy: "/in/").last }
            let names = ["p00.json", "p03.json", "p11.json", "p20.json", "b.ndjson#1", "b.ndjson#2"]
            #expect(sources == names + ["sub/a.json", "sub/z.json"])
        }

        @Test("Reports show the queries of URLs where that is asked for, and a run cannot change its mind")
        func queries() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("missing").replacing(".png", with: ".png?id=17"), to: "in/a.json")
            func run(_ out: String, _ options: [String] = []) async throws -> (ProgramEnd, [String]) {
                let reports = Self.rows.flatMap { ["--report", "\($0.kind)=\(site.scratch.path)/\($0.kind)"] }
                let (end, _) = try await site.run(site.arguments(["in"], out: out, reports + options))
                return (end, Self.rows.map(\.kind).filter { site.scratch.read($0).contains(/id\\?=17/) })
            }
            let hidden = try await run("hidden")
            #expect(hidden.0 == .exited(0) && hidden.1.isEmpty)
            let shown = try await run("shown", ["--show-queries"])
            #expect(shown.0 == .exited(0) && shown.1 == Self.rows.map(\.kind))
            #expect(try await run("hidden", ["--show-queries"]).0 == .exited(2))
        }

        @Test func allKindsAreWrittenDespiteOneFailure() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            let kinds = Self.rows.flatMap { ["--report", "\($0.kind)=\(site.scratch.path)/\($0.kind)"] }
            let missing = ["--report", "json=/proc/attache-report"]
            let (end, standardError) = try await site.run(site.arguments(["in"], out: "out", kinds + missing))
            #expect(end == .exited(1))
            let report = "json=/proc/attache-report"
            let values = ["report": report, "cause": "No such file or directory"]
            #expect(standardError.contains(GoldenMessages["report.cannot-be-written", values]), "\(standardError)")
            for row in Self.rows { #expect(!site.scratch.read(row.kind).isEmpty, "\(row.kind)") }
        }

        @Test func reportTooLargeForItsDiskIsReportedForThatDisk() async throws {
            let site = try BatchSite()
            let lines = (0..<500).map { #"{"aps":{"alert":"Hello \#($0)"}}"# + "\n" }
            try site.scratch.write(lines.joined(), to: "in/a.ndjson")
            let report = ["--report", "json=/dev/full"]
            let (end, standardError) = try await site.run(site.arguments(["in"], out: "out", report))
            #expect(end == .exited(1))
            let values = ["report": "json=/dev/full", "cause": "No space left on device"]
            #expect(standardError.contains(GoldenMessages["report.cannot-be-written", values]), "\(standardError)")
            #expect(!standardError.contains("ledger"), "\(standardError)")
        }
    }
}
