import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MediaURLParsingTests {
    private func parse(_ text: String) throws(Reason) -> MediaURL {
        try MediaURL(parsing: text, canonicalizer: TableCanonicalizer())
    }

    private func refusal(of text: String) -> ReasonCode? {
        do throws(Reason) {
            _ = try parse(text)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "Invalid URLs are rejected with their code",
        arguments: [
            (1, "", .urlInvalid), (1, " ", .urlInvalid), (1, " \t\n", .urlInvalid),
            (2, "//host.example/a.png", .urlInvalid), (2, "/a.png", .urlInvalid), (2, "a.png", .urlInvalid),
            (2, "1http://host.example/", .urlInvalid), (2, "://host.example/", .urlInvalid),
            (3, "file:///etc/passwd", .urlScheme), (3, "gopher://h.example/", .urlScheme),
            (3, "dict://h.example/", .urlScheme), (3, "ftp://h.example/a.png", .urlScheme),
            (3, "ldap://h.example/", .urlScheme), (3, "smb://h.example/", .urlScheme),
            (3, "tftp://h.example/", .urlScheme), (3, "ws://h.example/", .urlScheme),
            (3, "jar:https://h.example/a!/b", .urlScheme), (3, "netdoc:/etc/passwd", .urlScheme),
            (3, "httpsx://h.example/", .urlScheme), (3, "htt://h.example/", .urlScheme),
            (4, "data:image/png;base64,iVBORw0KGgo=", .urlScheme),
            (4, "data:image/png;base64,\(String(repeating: "A", count: 100_000))", .urlScheme),
            (5, "javascript:alert(1)", .urlScheme), (5, "blob:https://h.example/1", .urlScheme),
            (5, "about:blank", .urlScheme),
            (7, "http:127.0.0.1/", .urlInvalid), (7, "http:/127.0.0.1/", .urlInvalid), (7, "http:///x", .urlInvalid),
            (7, "https:", .urlInvalid), (7, "https://", .urlInvalid), (7, "https://:443/", .urlInvalid),
            (7, "https://?q", .urlInvalid), (7, "https://#f", .urlInvalid),
            (8, "https://user:pw@host.example/", .urlCredentials), (8, "https://user@host.example/", .urlCredentials),
            (8, "https://:pw@host.example/", .urlCredentials), (8, "https://@host.example/", .urlCredentials),
            (9, "https://good.example@evil.example/", .urlCredentials),
            (10, "https://good.example\\@evil.example/", .urlInvalid), (10, "http://a:80\\\\@b/", .urlInvalid),
            (10, "https://good.example#\\@evil.example/", .urlInvalid),
            (10, "https://good.example+&@evil.example/", .urlCredentials),
            (11, "https://h.example/a\rb", .urlInvalid), (11, "https://h.example/a\nb", .urlInvalid),
            (11, "https://h.exa\tmple/", .urlInvalid), (11, "ht\ntps://h.example/", .urlInvalid),
            (11, "https://h.example/a\u{7F}", .urlInvalid), (11, "https://h.example/a\u{85}b", .urlInvalid),
            (11, "https://h.example/\u{2028}", .urlInvalid), (11, "https://h.example/#\n", .urlInvalid),
            (12, "https://h.example%0d%0a/", .urlInvalid),
            (13, "https://h.example\0.evil.example/", .urlInvalid), (13, "https://h.example%00.evil/", .urlInvalid),
            (14, " https://h.example/", .urlInvalid), (14, "https://h.example/ ", .urlInvalid),
            (14, "https://h.ex ample/", .urlInvalid), (14, "https://h.ex%20ample/", .urlInvalid),
            (15, "http://%2531%2532%2537.0.0.1/", .urlInvalid), (15, "https://h%zz.example/", .urlInvalid),
            (15, "https://h%2.example/", .urlInvalid), (15, "https://h%ff.example/", .urlInvalid),
            (15, "https://user%40h.example/", .urlInvalid), (15, "https://h.example%2fpath/", .urlInvalid),
            (16, "https://unknown-ü.example/", .urlInvalid), (16, "https://xn--a.example/", .urlInvalid),
            (18, "https://a℀b.example/", .urlInvalid), (18, "https://％31.example/", .urlInvalid),
            (21, "https://a..example/", .urlInvalid), (21, "https://.a.example/", .urlInvalid),
            (21, "https://a.example../", .urlInvalid), (21, "https://./", .urlInvalid),
            (21, "https://a!b.example/", .urlInvalid), (21, "https://a,b.example/", .urlInvalid),
            (22, "https://[::1", .urlInvalid), (22, "https://[]/", .urlInvalid),
            (22, "https://[example.com]/", .urlInvalid), (22, "https://[[::1]]/", .urlInvalid),
            (22, "https://::1/", .urlInvalid), (22, "https://[::1]x/", .urlInvalid),
            (22, "https://[127.0.0.1]/", .urlInvalid), (22, "https://a[::1]/", .urlInvalid),
            (22, "https://[v1.a]/", .urlInvalid), (22, "https://%5B::1%5D/", .urlInvalid),
            (23, "https://h.example:0/", .urlPort), (23, "https://h.example:65536/", .urlPort),
            (23, "https://h.example:-1/", .urlPort), (23, "https://h.example:https/", .urlPort),
            (23, "https://h.example:99999999999/", .urlPort), (23, "https://h.example: 80/", .urlPort),
            (23, "https://h.example:99999999999999999999999/", .urlPort), (23, "https://[::1]:0/", .urlPort),
            (26, "https://h.example/\(String(repeating: "a", count: 100_000))", .urlTooLong),
            (36, "http://127..1/", .urlInvalid), (36, "http://127.0.0.1./", .urlInvalid),
            (36, "http://.127.0.0.1/", .urlInvalid), (36, "http://0x7f..1/", .urlInvalid),
            (36, "http://127.0.0.1%lo/", .urlInvalid),
            (37, "http://256.1.1.1/", .urlInvalid), (37, "http://4294967296/", .urlInvalid),
            (52, "http://[fe80::1%eth0]/", .urlInvalid), (52, "http://[fe80::1%25lo]/", .urlInvalid),
            (52, "http://[2606:4700::1%lo]/", .urlInvalid),
        ] as [(Int, String, ReasonCode)]
    )
    func rejected(case number: Int, text: String, code: ReasonCode) {
        #expect(refusal(of: text) == code)
    }

    @Test(
        "Valid URLs are normalised",
        arguments: [
            (6, "HTTPS://H.EXAMPLE/A.PNG", "https://h.example/A.PNG"),
            (6, "hTTp://h.example", "http://h.example/"),
            (12, "https://h.example/a%0d%0ab?c%0d%0a", "https://h.example/a%0d%0ab?c%0d%0a"),
            (14, "https://h.example/a b.png", "https://h.example/a%20b.png"),
            (15, "http://%31%32%37.0.0.1/", "http://127.0.0.1/"),
            (15, "http://%65xample.com/", "http://example.com/"),
            (16, "https://bücher.example/", "https://xn--bcher-kva.example/"),
            // URLSession takes hyphens at the edges of a label.
            (21, "https://-a.example/", "https://-a.example/"), (21, "https://a-.example/", "https://a-.example/"),
            (16, "https://b%C3%BCcher.example/", "https://xn--bcher-kva.example/"),
            (16, "https://XN--bcher-KVA.example/", "https://xn--bcher-kva.example/"),
            (17, "https://аpple.example/", "https://xn--pple-43d.example/"),
            (18, "http://ⓛocalhost/", "http://localhost/"),
            (18, "http://１２７.０.０.１/", "http://127.0.0.1/"),
            (18, "http://127。0．0｡1/", "http://127.0.0.1/"),
            (20, "https://example.com./", "https://example.com/"),
            (20, "https://exampleａ.com./", "https://examplea.com/"),
            (21, "https://my_bucket.example/", "https://my_bucket.example/"),
            (25, "https://h.example:/", "https://h.example/"),
            (25, "https://h.example:0443/", "https://h.example/"),
            (25, "http://h.example:443/", "http://h.example:443/"),
            (25, "https://h.example:08443?q", "https://h.example:8443/?q"),
            (25, "https://[::1]:/", "https://[::1]/"),
            (27, "https://h.example/a/../../b.png", "https://h.example/b.png"),
            (27, "https://h.example/a/./b/..", "https://h.example/a/"),
            (29, "https://h.example/a.exe#.png", "https://h.example/a.exe"),
            (31, "http://127.1/", "http://127.0.0.1/"), (31, "http://127.0.1/", "http://127.0.0.1/"),
            (32, "http://2130706433/", "http://127.0.0.1/"),
            (33, "http://0x7f000001/", "http://127.0.0.1/"), (33, "http://0X7F.1/", "http://127.0.0.1/"),
            (34, "http://0177.0.0.1/", "http://127.0.0.1/"), (34, "http://017700000001/", "http://127.0.0.1/"),
            (35, "http://0/", "http://0.0.0.0/"), (35, "http://00/", "http://0.0.0.0/"),
            (35, "http://0x0/", "http://0.0.0.0/"), (35, "http://0.1.2.3/", "http://0.1.2.3/"),
            (36, "http://127.0.0.1/8", "http://127.0.0.1/8"),
            (37, "https://1.2.3.4.5/", "https://1.2.3.4.5/"), (37, "https://123.example/", "https://123.example/"),
            (38, "https://134744072/", "https://8.8.8.8/"),
            (40, "http://2852039166/", "http://169.254.169.254/"),
            (45, "http://[0:0:0:0:0:0:0:1]/", "http://[::1]/"),
            (46, "http://[::ffff:7f00:1]/", "http://[::ffff:127.0.0.1]/"),
            (46, "http://[::FFFF:8.8.8.8]/", "http://[::ffff:8.8.8.8]/"),
            (47, "http://[::127.0.0.1]/", "http://[::7f00:1]/"),
        ]
    )
    func accepted(case number: Int, text: String, normalised: String) throws {
        let url = try parse(text)
        #expect(url.text == normalised)
        // The form is stable: normalising it again changes nothing.
        #expect(try parse(normalised) == url)
    }

    /// The result of `URL(string:)` in Swift 6.3 for the same text.
    @Test(
        "Harmless illegal characters are encoded as by URL(string:)",
        arguments: [
            ("/a b.png", "/a%20b.png"), ("/a%zzb.png", "/a%25zzb.png"), ("/100%", "/100%25"), ("/a%2", "/a%252"),
            ("/a%20b c", "/a%2520b%20c"), ("/a[1].png", "/a%5B1%5D.png"), ("/?q=a[]|b", "/?q=a%5B%5D%7Cb"),
            ("/a|b^c`d{e}\"<>", "/a%7Cb%5Ec%60d%7Be%7D%22%3C%3E"), ("/é.png?x=é y", "/%C3%A9.png?x=%C3%A9%20y"),
            ("/a%zz b?q=100%", "/a%25zz%20b?q=100%25"), ("/a'b(c)*;=:@!$&+,~", "/a'b(c)*;=:@!$&+,~"),
            ("/%C3%28.png", "/%C3%28.png"), ("/a%20b?q= x", "/a%20b?q=%20x"), ("/a b?q=%20x", "/a%20b?q=%20x"),
            ("/a%20é", "/a%2520%C3%A9"), ("/a?b?c/", "/a?b?c/"), ("/a#b c", "/a"),
        ]
    )
    func repair(written: String, normalised: String) throws {
        #expect(try parse("https://h.example\(written)").text == "https://h.example\(normalised)")
    }

    @Test("The components are those of the text")
    func parts() throws {
        let url = try parse("https://h.example:8443/a/b.png?x=1#f")
        #expect(url.scheme == .https)
        #expect(url.host == .name("h.example"))
        #expect(url.port == 8443)
        #expect(url.path == "/a/b.png")
        #expect(url.query == "x=1")
        #expect(try parse("http://h.example/").port == 80)
        #expect(try parse("https://h.example/").port == 443)
        #expect(try parse("http://127.1/").host == .address(.v4(0x7F00_0001)))
        #expect(try parse("https://[2606:4700::1]/").host == .address(.v6(high: 0x2606_4700_0000_0000, low: 1)))
    }

    @Test(
        "The longest URL of 8 KiB is accepted, one byte more is not (case 26)",
        arguments: [(8192, true), (8193, false)]
    )
    func lengthLimit(byteCount: Int, isTaken: Bool) {
        let prefix = "https://h.example/"
        let text = prefix + String(repeating: "a", count: byteCount - prefix.utf8.count)
        #expect(refusal(of: text) == (isTaken ? nil : .urlTooLong))
    }

    @Test("10,000 query pairs are too long (case 26)")
    func manyPairs() {
        let pairs = (0..<10_000).map { "k\($0)=v" }.joined(separator: "&")
        #expect(refusal(of: "https://h.example/?\(pairs)") == .urlTooLong)
    }

    @Test("Ports from 1 to 65535 are accepted (case 23)", arguments: [("1", 1), ("65535", 65535), ("0000000080", 80)])
    func portLimits(text: String, port: Int) throws {
        #expect(try parse("https://h.example:\(text)/").port == port)
    }

    @Test("Rejections show no query, no password and no control character (cases 151 and 152)")
    func nothingLeaks() throws {
        for text in [
            "https://user:hunter2@h.example/?token=hunter2", "https://h\u{1B}[2J.example/?token=hunter2",
            "https://h.example:x\u{1B}[2J/?token=hunter2", "https://h%1b%5b2J.example/?token=hunter2",
            "https://h.example/?token=hunter2\u{1B}[2J", "https://ü\u{9B}.example/?token=hunter2",
        ] {
            do throws(Reason) {
                _ = try parse(text)
                Issue.record("accepted")
            } catch {
                let shown = error.message + (error.fix ?? "")
                #expect(!shown.contains("hunter2"))
                #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
                #expect(error.message.hasSuffix("."))
            }
        }
    }

    @Test("A rejection reports the fault and its position")
    func sentences() {
        func message(_ text: String) -> String? {
            do throws(Reason) {
                _ = try parse(text)
                return nil
            } catch {
                return error.message
            }
        }
        #expect(message("") == GoldenMessages["url.empty"])
        #expect(message("https://h.example/a\nb") == GoldenMessages["url.line-feed", ["offset": "19"]])
        #expect(message("ftp://h.example/") == GoldenMessages["url.scheme", ["scheme": "ftp"]])
        let host = GoldenMessages["url.host", ["host": "256.1.1.1"]]
        #expect(message("http://256.1.1.1/")?.hasPrefix(host) == true)
        #expect(message("https://h.example:65536/") == GoldenMessages["url.port"])
    }
}
