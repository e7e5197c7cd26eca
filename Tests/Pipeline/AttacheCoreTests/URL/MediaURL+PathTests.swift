import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MediaURLPathTests {
    private func url(_ rest: String) throws -> MediaURL {
        try MediaURL(parsing: "https://h.example\(rest)", canonicalizer: TableCanonicalizer())
    }

    /// The same results as `URL.pathExtension` in lower case, except for control characters.
    @Test(
        "The extension is that of the last path segment",
        arguments: [
            (27, "/a/../../b.PNG", "png"), (27, "/a.png/..", nil), (27, "/a/b.c/d", nil),
            (28, "/a", nil), (28, "", nil), (28, "/", nil), (28, "/?f=.png", nil), (28, "/a?f=.png", nil),
            (28, "/a.png?f=.gif", "png"), (28, "/a.png;x=.exe", "exe"), (28, "/a.png%00.exe", "exe"),
            (28, "/a.p%00ng", nil), (28, "/a.", nil), (28, "/.png", nil), (28, "/..png", nil), (28, "/a..png", "png"),
            (28, "/a%2Epng", "png"), (28, "/a%252Epng", nil), (28, "/a%2F.png", nil), (28, "/a.b%2Fc.jpg", "jpg"),
            (28, "/a.b c", nil), (28, "/a.png/", "png"), (28, "/a.png//", "png"), (28, "/a.%FF", "%ff"),
            (28, "/.a.png", "png"), (28, "/...png", nil), (28, "/a...png", "png"), (28, "/a%2F.b.png", "png"),
            (28, "/a.%2Fb", nil), (28, "/a.%E2%80%AEgnp", nil), (28, "/a.%20", nil), (28, "/a.-_+", "-_+"),
            (28, "/a.tar.gz", "gz"), (28, "/a.jp%C3%A9", "jpé"),
            (29, "/a.png.exe", "exe"), (29, "/a.exe#.png", "exe"),
        ] as [(Int, String, String?)]
    )
    func pathExtension(case number: Int, rest: String, wanted: String?) throws {
        #expect(try url(rest).pathExtension == wanted)
    }

    @Test(
        "The last component is decoded once",
        arguments: [
            ("/a/b.png", "b.png"), ("/a%20b.png", "a b.png"), ("/a%2520b", "a%20b"), ("/a/", "a"), ("/", ""),
            ("/%ff", "%ff"),
        ]
    )
    func lastPathComponent(rest: String, wanted: String) throws {
        #expect(try url(rest).lastPathComponent == wanted)
    }

    @Test(
        "Logs never contain a query (case 152)",
        arguments: [
            ("/a.png?token=1", "https://h.example/a.png?…"), ("/a.png", "https://h.example/a.png"),
            ("/?", "https://h.example/?…"), ("/?a?b", "https://h.example/?…"),
        ]
    )
    func redaction(rest: String, wanted: String) throws {
        #expect(try url(rest).redactedText == wanted)
    }
}
