import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MediaURLRedirectTests {
    private func redirected(from base: String, to location: String) throws(Reason) -> MediaURL {
        let canonicalizer = TableCanonicalizer()
        return try MediaURL(parsing: base, canonicalizer: canonicalizer)
            .redirected(to: location, canonicalizer: canonicalizer)
    }

    /// The examples of RFC 3986 §5.4, without those that need their own scheme; fragments are dropped.
    @Test(
        "References resolve as RFC 3986 specifies (case 75)",
        arguments: [
            ("g", "http://a.example/b/c/g"), ("./g", "http://a.example/b/c/g"), ("g/", "http://a.example/b/c/g/"),
            ("/g", "http://a.example/g"), ("//g.example", "http://g.example/"), ("?y", "http://a.example/b/c/d;p?y"),
            ("g?y", "http://a.example/b/c/g?y"), ("#s", "http://a.example/b/c/d;p?q"),
            ("g#s", "http://a.example/b/c/g"), ("g?y#s", "http://a.example/b/c/g?y"), (";x", "http://a.example/b/c/;x"),
            ("g;x", "http://a.example/b/c/g;x"), (".", "http://a.example/b/c/"), ("./", "http://a.example/b/c/"),
            ("..", "http://a.example/b/"), ("../", "http://a.example/b/"), ("../g", "http://a.example/b/g"),
            ("../..", "http://a.example/"), ("../../", "http://a.example/"), ("../../g", "http://a.example/g"),
            ("../../../g", "http://a.example/g"), ("../../../../g", "http://a.example/g"),
            ("/./g", "http://a.example/g"), ("/../g", "http://a.example/g"), ("g.", "http://a.example/b/c/g."),
            (".g", "http://a.example/b/c/.g"), ("g..", "http://a.example/b/c/g.."), ("..g", "http://a.example/b/c/..g"),
            ("./../g", "http://a.example/b/g"), ("./g/.", "http://a.example/b/c/g/"),
            ("g/./h", "http://a.example/b/c/g/h"), ("g/../h", "http://a.example/b/c/h"),
            ("g;x=1/./y", "http://a.example/b/c/g;x=1/y"), ("g;x=1/../y", "http://a.example/b/c/y"),
            ("g?y/./x", "http://a.example/b/c/g?y/./x"), ("g?y/../x", "http://a.example/b/c/g?y/../x"),
            ("https://other.example/%41", "https://other.example/%41"), ("/a b", "http://a.example/a%20b"),
            ("//user.example:8443/x", "http://user.example:8443/x"), ("?", "http://a.example/b/c/d;p?"),
        ]
    )
    func references(location: String, resolved: String) throws {
        #expect(try redirected(from: "http://a.example/b/c/d;p?q", to: location).text == resolved)
    }

    @Test("A relative target keeps scheme, host and port, a scheme-relative one only the scheme")
    func inheritance() throws {
        #expect(try redirected(from: "https://h.example:8443/a", to: "b").text == "https://h.example:8443/b")
        #expect(try redirected(from: "https://h.example:8443/a", to: "//i.example/b").port == 443)
        #expect(try redirected(from: "https://h.example/?a=1", to: "#f").text == "https://h.example/?a=1")
        #expect(try redirected(from: "https://[::1]:8443/", to: "/x").text == "https://[::1]:8443/x")
    }

    @Test(
        "Targets are checked as strictly as URLs",
        arguments: [
            (72, "file:///etc/passwd", .urlScheme), (72, "ftp://h.example/", .urlScheme),
            (72, "gopher://h.example/", .urlScheme), (72, "data:image/png;base64,AA==", .urlScheme),
            (72, "a:b", .urlScheme),
            (76, "", .fetchRedirectInvalid), (76, "  ", .fetchRedirectInvalid), (76, "http:g", .fetchRedirectInvalid),
            (76, "//", .fetchRedirectInvalid), (76, "///x", .fetchRedirectInvalid),
            (76, "https://a..example/", .fetchRedirectInvalid), (76, "//256.1.1.1/", .fetchRedirectInvalid),
            (77, "https://user:pw@h.example/", .urlCredentials), (77, "//user@h.example/", .urlCredentials),
            (78, "/a\r\nX: y", .fetchRedirectInvalid), (78, "/a\0b", .fetchRedirectInvalid),
            (78, "/\(String(repeating: "a", count: 100_000))", .fetchRedirectInvalid),
            (78, "/a\\b", .fetchRedirectInvalid), (78, " /a", .fetchRedirectInvalid),
            (79, "https://h.example:99999/", .urlPort),
        ] as [(Int, String, ReasonCode)]
    )
    func rejected(case number: Int, location: String, code: ReasonCode) {
        do throws(Reason) {
            _ = try redirected(from: "https://h.example/a", to: location)
            Issue.record("accepted \(location)")
        } catch {
            #expect(error.code == code)
            #expect(error.message.hasPrefix(GoldenMessages["url.redirect-target"]))
        }
    }

    @Test("A numeric target is normalised to the address that is checked (case 71)")
    func numericTarget() throws {
        #expect(try redirected(from: "https://h.example/", to: "http://0x7f.1/").host == .address(.v4(0x7F00_0001)))
    }
}
