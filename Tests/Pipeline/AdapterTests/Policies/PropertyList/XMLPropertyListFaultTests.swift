import TestWidth
import Testing

@testable import PolicyFiles

@Suite("Faults of XML property lists", .inProcess, .timeLimit(.minutes(1)))
struct XMLPropertyListFaultTests {
    private static let head = "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"-//A\" \"b\">\n"

    private static let faulty: [(text: String, line: Int, column: Int, fix: String)] = [
        ("<plist>\n<dict>", 2, 1, "add </dict>"), ("<plist>\n<dict/>", 1, 1, "add </plist>"),
        ("<plist><dict>\n<key>é</key> <strin>b</string></dict></plist>", 2, 14, "check its spelling"),
        ("<plist><dict>\n<key>a</key>\n<string>b\n</dict></plist>", 4, 1, "add </string> before it"),
        ("<plist><dict>\n<string>b</string></dict></plist>", 2, 1, "add a <key> before it"),
        ("<plist><dict>\n <key>a</key></dict></plist>", 2, 2, "add a value, or remove the key"),
        ("<plist><dict>\n <key>a</key><key>b</key><true/></dict></plist>", 2, 2, "add a value, or remove the key"),
        ("<plist><string>a&b</string></plist>", 1, 17, "write &amp;"), ("<plist></plist></dict>", 1, 16, "remove it"),
        ("<plist><!-- a", 1, 8, "add -->"), ("<plist>\n<dict", 2, 1, "add >"),
    ]

    @Test("The first fault has its place and its fix", arguments: faulty, ["", head])
    func places(_ row: (text: String, line: Int, column: Int, fix: String), head: String) {
        let fault = XMLPropertyListFault.find(in: Array((head + row.text).utf8))
        #expect(fault?.line == row.line + (head.isEmpty ? 0 : 2))
        #expect(fault?.column == row.column)
        #expect(fault?.fix == row.fix)
    }

    @Test(
        "A text without a fault has none",
        arguments: [
            "\(head)<plist version=\"1.0\"><dict><key>a &amp; b</key><array><dict/><true/></array><key>c</key><dict>"
                + "<key>d</key><string><![CDATA[<x> & ]]></string></dict><!-- <x> & --></dict></plist>\n",
            "\u{FEFF}<plist><array><date>2026</date><data>AA==</data><real>1</real><integer>1</integer></array></plist>",
            "", "bplist00", "{ a = b; }",
        ]
    )
    func faultless(text: String) {
        #expect(XMLPropertyListFault.find(in: Array(text.utf8)) == nil)
    }

    @Test(
        "Brackets and marks without an end cost linear time",
        arguments: ["<dict>", "<!--", "<", "&amp;", "</plist>"]
    )
    func hostile(text: String) {
        let bytes = Array(("<plist>" + String(repeating: text, count: 100_000)).utf8)
        #expect(XMLPropertyListFault.find(in: bytes) != nil)
    }
}
