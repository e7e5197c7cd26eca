import AttacheCore

extension URLRow {
    /// Faults before the host: cases 1 to 14, 26 to 29.
    static let forms: [URLRow] =
        [
            URLRow(1, "", .urlInvalid, name: "empty"),
            URLRow(1, "   ", .urlInvalid, name: "blanks"),
            URLRow(2, "//host/a.png", .urlInvalid),
            URLRow(2, "/a.png", .urlInvalid),
            URLRow(2, "a.png", .urlInvalid),
            URLRow(4, "data:image/png;base64,iVBORw0KGgo=", .urlScheme),
            URLRow(6, "HTTPS://8.8.8.8/a.png", allowedAs: "https://8.8.8.8/a.png"),
            URLRow(6, "hTTpS://Example.COM/A.png", allowedAs: "https://example.com/A.png"),
            URLRow(7, "http:127.0.0.1/", .urlInvalid),
            URLRow(7, "http:/127.0.0.1/", .urlInvalid),
            URLRow(7, "http:///x", .urlInvalid),
            URLRow(8, "https://user:pw@host.example/a.png", .urlCredentials),
            URLRow(8, "https://user@host.example/a.png", .urlCredentials),
            URLRow(8, "https://:pw@host.example/a.png", .urlCredentials),
            URLRow(8, "https://@host.example/a.png", .urlCredentials),
            URLRow(9, "https://good.example@evil.example/a.png", .urlCredentials),
            URLRow(10, #"https://good.example\@evil.example/"#, .urlInvalid),
            URLRow(10, #"http://a.example:80\\@b.example/"#, .urlInvalid),
            URLRow(10, #"https://a.example#\@b.example/"#, .urlInvalid),
            URLRow(10, "https://a.example+&@b.example/", .urlCredentials),
            URLRow(11, "https://a.example/a\r.png", .urlInvalid),
            URLRow(11, "https://a.example/a\n.png", .urlInvalid),
            URLRow(11, "https://a.example/a\t.png", .urlInvalid),
            URLRow(11, "https://a.exa\nmple/a.png", .urlInvalid),
            URLRow(12, "https://a.example%0d%0aHost:b/a.png", .urlInvalid),
            URLRow(12, "https://8.8.8.8/a%0d%0aX:1.png?b=%0d%0a"),
            URLRow(13, "https://a.example\u{0}.b/a.png", .urlInvalid),
            URLRow(13, "https://a.example%00.b/a.png", .urlInvalid),
            URLRow(14, " https://8.8.8.8/a.png", .urlInvalid),
            URLRow(14, "https://8.8.8.8/a.png ", .urlInvalid),
            URLRow(26, "https://8.8.8.8/" + String(repeating: "a", count: 100_000), .urlTooLong, name: "100 KB"),
            URLRow(
                26,
                "https://8.8.8.8/a.png?" + String(repeating: "a=b&", count: 10_000),
                .urlTooLong,
                name: "10,000 pairs"
            ),
            URLRow(27, "https://8.8.8.8/a/../../b.png", allowedAs: "https://8.8.8.8/b.png"),
            URLRow(27, "https://8.8.8.8/a.exe/%2e%2e/b.png"),
            URLRow(28, "https://8.8.8.8/a?f=.png"),
            URLRow(28, "https://8.8.8.8/a.png;x=.svg", .typeExtensionUnsupported),
            URLRow(28, "https://8.8.8.8/a.png%00.svg", .typeExtensionUnsupported),
            URLRow(29, "https://8.8.8.8/a.png.svg", .typeExtensionUnsupported),
            URLRow(29, "https://8.8.8.8/a.svg#.png", .typeExtensionUnsupported),
        ]
        + ["file", "gopher", "dict", "ftp", "ldap", "smb", "tftp", "ws", "netdoc"].map {
            URLRow(3, "\($0)://host.example/a.png", .urlScheme)
        }
        + ["jar:https://a.example/a.zip!/a.png", "file:///etc/passwd"].map { URLRow(3, $0, .urlScheme) }
        + ["javascript:alert(1)", "blob:https://a.example/1", "about:blank"].map { URLRow(5, $0, .urlScheme) }

    /// Faults of the host or the port: cases 15 to 25.
    static let hosts: [URLRow] =
        [
            URLRow(15, "https://%31%32%37.0.0.1/a.png", .egressAddressDenied),
            URLRow(15, "https://%2531%2532%2537.0.0.1/a.png", .urlInvalid),
            URLRow(16, "https://bücher.example/a.png", allowedAs: "https://xn--bcher-kva.example/a.png"),
            URLRow(16, "https://BÜCHER.example/a.png", allowedAs: "https://xn--bcher-kva.example/a.png"),
            URLRow(17, "https://\u{430}pple.example/a.png", allowedAs: "https://xn--pple-43d.example/a.png"),
            URLRow(17, "https://d\u{435}nied.example/a.png", allowedAs: "https://xn--dnied-zwe.example/a.png"),
            URLRow(17, "https://denied.example/a.png", .egressHostDenied),
            URLRow(18, "https://ⓛocalhost/a.png", .urlHostLocal),
            URLRow(18, "https://１２７.0.0.1/a.png", .egressAddressDenied),
            URLRow(18, "https://127\u{3002}0\u{FF0E}0\u{FF61}1/a.png", .egressAddressDenied),
            URLRow(20, "https://example.com./a.png", allowedAs: "https://example.com/a.png"),
            URLRow(20, "https://denied.example./a.png", .egressHostDenied),
            URLRow(20, "https://localhost./a.png", .urlHostLocal),
            URLRow(21, "https://\(String(repeating: "a", count: 64)).example/a.png", .urlInvalid, name: "label of 64"),
            URLRow(21, "https://\(String(repeating: "a.", count: 127))b/a.png", .urlInvalid, name: "name of 255"),
            URLRow(21, "https://a..example/a.png", .urlInvalid),
            URLRow(21, "https://.example/a.png", .urlInvalid),
            URLRow(21, "https://example.com../a.png", .urlInvalid),
            URLRow(25, "https://8.8.8.8:/a.png", allowedAs: "https://8.8.8.8/a.png"),
            URLRow(25, "https://8.8.8.8:0443/a.png", allowedAs: "https://8.8.8.8/a.png"),
        ]
        + ["localhost", "x.localhost", "localhost.localdomain", "a.local", "a.internal", "a.onion", "intranet"].map {
            URLRow(19, "https://\($0)/a.png", .urlHostLocal)
        }
        + ["[::1", "[]", "[example.com]", "[[::1]]", "::1"].map { URLRow(22, "https://\($0)/a.png", .urlInvalid) }
        + [":0", ":65536", ":-1", ":https", ":99999999999"].map { URLRow(23, "https://8.8.8.8\($0)/a.png", .urlPort) }
        + [22, 25, 6379, 11211, 5432].map { URLRow(24, "https://8.8.8.8:\($0)/a.png", .urlPort) }
}
