import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct FileURLTests {
    @Test(arguments: [
        ("/a/b.png", "file:///a/b.png"), ("/a b/%.png", "file:///a%20b/%25.png"), ("/ü", "file:///%C3%BC"),
        ("/a\nb", "file:///a%0Ab"), ("/a?b#c", "file:///a%3Fb%23c"),
    ])
    func text(_ path: String, is url: String) {
        #expect(FileURL.text(path: path) == url)
    }
}
