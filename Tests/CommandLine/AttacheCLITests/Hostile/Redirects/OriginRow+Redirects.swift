import AttacheCore
import LoopbackOrigin

extension OriginRow {
    private static let png = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")

    /// Cases 71 to 83.
    static let redirects: [OriginRow] =
        [301, 302, 303, 307, 308].flatMap { status in
            ["10.0.0.1", "169.254.169.254", "[::1]", "127.0.0.1", "[::ffff:10.0.0.1]"].map { host in
                OriginRow(
                    71,
                    "\(status) to \(host)",
                    .plain(.egressAddressDenied),
                    .redirect(to: "https://\(host)/a.png", status: status)
                )
            }
        }
        + ["file:///etc/passwd", "ftp://a.example/a.png", "gopher://a.example/", "data:image/png;base64,AA=="].map {
            OriginRow(72, "to \($0)", .plain(.urlScheme), .redirect(to: $0))
        }
        + [
            OriginRow(74, "to itself", .plain(.fetchRedirects), .redirect(to: "/a.png")).requests(17),
            OriginRow(74, "two in turn", .plain(.fetchRedirects)) {
                .redirect(to: $0.path == "/a.png" ? "/b.png" : "/a.png")
            }.requests(17),
            chain(74, 16, .attached).requests(17),
            chain(74, 17, .plain(.fetchRedirects)).requests(17),
            chain(74, 20, .plain(.fetchRedirects)).requests(17),
            followed("relative", to: "b.png"),
            followed("of a path", to: "/x/../b.png"),
            followed("without scheme") { "//127.0.0.1:\($0.port)/b.png" },
            followed("encoded", to: "/%62.png"),
            followed("with a query and a fragment", to: "/b.png?c=d#e"),
            OriginRow(76, "no Location", .plain(.fetchRedirectInvalid), .response(302)),
            OriginRow(
                76,
                "an empty Location",
                .plain(.fetchRedirectInvalid),
                .response(302, headers: ["Location:"])
            ),
            OriginRow(
                76,
                "two Locations",
                .plain(.fetchRedirectInvalid),
                .response(302, headers: ["Location: /b.png", "Location: /c.png"])
            ),
            OriginRow(77, "with a user name", .plain(.urlCredentials)) {
                .redirect(to: "http://user@127.0.0.1:\($0.port)/b.png")
            },
            OriginRow(78, "a bare CR", .plain(.fetchRedirectInvalid), .redirect(to: "/b\r.png")),
            OriginRow(78, "a tab", .plain(.fetchRedirectInvalid), .redirect(to: "/b\t.png")),
            OriginRow(78, "a NUL", .plain(.fetchBadFraming), .redirect(to: "/b\u{0}.png")),
            OriginRow(
                78,
                "9 KB",
                .plain(.fetchRedirectInvalid),
                .redirect(to: "/" + String(repeating: "b", count: 9_000))
            ),
            OriginRow(
                78,
                "100 KB",
                .plain(.fetchHeadersTooLarge),
                .redirect(to: "/" + String(repeating: "b", count: 100_000))
            ),
            OriginRow(79, "to port 6379", .plain(.urlPort), .redirect(to: "https://8.8.8.8:6379/a.png")),
            OriginRow(
                79,
                "to loopback on another port",
                .plain(.urlPort),
                .redirect(to: "http://127.0.0.1:6379/a.png")
            ),
        ]
        + [
            OriginRow(82, "cookies, HSTS and similar headers", .attached) { request in
                guard request.path == "/a.png" else { return clean(request) ? png : .status(400) }
                return .response(302, headers: ["Location: /b.png"] + ignored)
            },
            OriginRow(
                82,
                "Refresh beside a picture",
                .attached,
                .response(headers: ["Content-Type: image/png"] + ignored, body: SampleMedia.photoPNG.bytes)
            ).requests(1),
            OriginRow(
                83,
                "16 hops of 100 ms",
                .plain(.fetchDeadline)
            ) { .delayed(.milliseconds(100), step($0, of: 16)) }.inShortTime,
        ]

    /// Header fields that ask a client for something it must not do.
    private static let ignored = [
        "Set-Cookie: a=b; Path=/", "Refresh: 0; url=http://10.0.0.1/", "Content-Location: http://10.0.0.1/b.png",
        #"Alt-Svc: h2="10.0.0.1:443""#, "Strict-Transport-Security: max-age=31536000",
    ]

    /// Whether a request contains nothing of earlier responses.
    private static func clean(_ request: OriginRequest) -> Bool {
        ["cookie", "referer", "authorization"].allSatisfy { request.values($0).isEmpty }
    }

    private static func followed(_ name: String, to location: String) -> OriginRow {
        followed(name) { _ in location }
    }

    private static func followed(_ name: String, _ location: @escaping @Sendable (OriginRequest) -> String) -> OriginRow
    {
        OriginRow(75, name, .attached) { $0.path == "/a.png" ? .redirect(to: location($0)) : png }.requests(2)
    }

    private static func chain(_ number: Int, _ count: Int, _ verdict: HostileVerdict) -> OriginRow {
        OriginRow(number, "\(count) hops", verdict) { step($0, of: count) }.asking("/0.png")
    }

    /// The redirect of a path like `/3.png`: to the next path, or to the picture.
    private static func step(_ request: OriginRequest, of count: Int) -> Behaviour {
        let number = Int(request.path.dropFirst().prefix { $0 != "." }) ?? 0
        return number < count ? .redirect(to: "/\(number + 1).png") : png
    }
}
