import AttacheCore
import TestWidth
import Testing

@testable import AttacheReports

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct JUnitReportTests {
    private static let script = """
        import sys, xml.etree.ElementTree as tree
        root = tree.parse(sys.argv[1]).getroot()
        print(root.tag, root.get("tests"), root.get("failures"), root.get("errors"))
        for suite in root:
            cases = suite.findall("testcase")
            print(ascii(suite.get("name"))[:24], suite.get("tests"), suite.get("failures"), suite.get("errors"), len(cases),
                len(suite.findall("testcase/failure")), len(suite.findall("testcase/error")),
                len(suite.findall("testcase/system-out")))
        """

    @Test("An XML parser reads the report, and its counts match its elements")
    func parsed() async throws {
        let bytes = try JUnitReport().bytes(of: SampleRun(count: 56))
        let output = try await PythonReading.output(of: Self.script, over: bytes)
        #expect(
            output == """
                testsuites 56 4 2
                'campaign' 6 0 0 6 0 0 0
                "campaign/=cmd|'/C calc' 1 1 0 1 1 0 0
                'campaign' 21 1 1 21 1 1 0
                'campaign/users.ndjson' 28 2 1 28 2 1 0
                """
        )
    }

    @Test("A run without items is a valid document")
    func empty() async throws {
        let output = try await PythonReading.output(
            of: Self.script,
            over: try JUnitReport().bytes(of: SampleRun(count: 0))
        )
        #expect(output == "testsuites 0 0 0")
    }

    @Test("A failure contains a reason's code, message and fix; system-out contains the warnings of passed items")
    func texts() throws {
        let files = try SampleFiles()
        defer { files.remove() }
        let text = try JUnitReport().text(of: SampleRun(count: 7, attachments: files.attachments))
        #expect(text.contains("<failure type=\"ats.insecure-http\" message=\"App Transport Security blocks http to "))
        #expect(text.contains("Fix: Use https, or add"))
        #expect(text.contains("<system-out>type.extension-corrected: The URL says .jpg, the bytes say .png.\nFix: "))
    }

    @Test(
        "An item belongs to the suite of its input",
        arguments: [
            ("a/b.ndjson#3", "a/b.ndjson", "#3"), ("a/b.json", "a", "b.json"), ("b.json", ".", "b.json"),
            ("/b.json", "/", "b.json"), ("a#b/c#d.json", "a#b", "c#d.json"), ("a/#1", "a/", "#1"), ("#1", ".", "#1"),
            ("-#12", "-", "#12"), ("x#", ".", "x#"),
        ]
    )
    func suites(_ source: String, _ suite: String, _ name: String) {
        let place = JUnitSuite.place(of: source)
        #expect(place.suite == suite)
        #expect(place.name == name)
    }

    @Test("Characters that XML forbids are replaced, others are escaped where needed")
    func escaping() {
        #expect(
            XMLText.escaping("a\u{0}\u{B}\u{FFFE}\u{1FFFF}b") == "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b"
        )
        #expect(XMLText.escaping("\u{7F}\u{80}\u{9F}\u{A0}") == "\u{7F}&#128;&#159;\u{A0}")
        #expect(XMLText.escaping("\u{2028}\u{202E}\u{202F}") == "&#8232;&#8238;\u{202F}")
        #expect(XMLText.escaping("\u{2066}\u{2069}\u{206A}") == "&#8294;&#8297;\u{206A}")
        #expect(XMLText.escaping("]]>\r\n\t\"&<") == "]]&gt;&#13;&#10;&#9;&quot;&amp;&lt;")
        #expect(
            XMLText.escaping("\u{20}\u{E000}\u{FFFD}\u{10000}") == "\u{20}\u{E000}\u{FFFD}\u{10000}"
        )
    }

    @Test("Beyond the limit, items are added to the last suite")
    func cursor() {
        var cursor = JUnitCursor(limit: 2)
        #expect((["a", "a", "b", "c", "a"] as [Substring]).map { cursor.enter($0) } == [0, nil, 1, nil, nil])
    }
}
