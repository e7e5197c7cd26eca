import TestWidth
import Testing

@testable import AttacheCore

@Suite("Response chain", .inProcess, .timeLimit(.minutes(1)))
struct ResponseChainTests {
    private static let start = 1_800_000_000

    private func exchange(_ path: String, _ status: Int, _ fields: [(String, String)], at second: Int = 0)
        -> ResponseExchange
    {
        ResponseExchange(
            url: "https://a.example/\(path)",
            head: ResponseHead(status: status, fields: fields.map { (name: $0.0, value: $0.1) }),
            sent: Self.start + second,
            received: Self.start + second
        )
    }

    private func lifetime(_ exchanges: [ResponseExchange], stale: CachedResponse? = nil) -> Int? {
        ResponseChain(exchanges).kept(stale: stale).map { $0.window.until - $0.window.from }
    }

    @Test(
        "Cache fields of one response",
        arguments: [
            (200, [("Cache-Control", "max-age=60")], 60), (203, [("cache-control", "max-age=60")], 60),
            (200, [], 0), (206, [("Cache-Control", "max-age=60")], nil), (404, [("Cache-Control", "max-age=60")], nil),
            (200, [("Cache-Control", "no-store")], nil), (200, [("Cache-Control", "max-age=60"), ("Vary", "*")], nil),
            (200, [("Cache-Control", "max-age=60"), ("Vary", "Accept, *")], nil),
            (200, [("Cache-Control", "max-age=60"), ("Vary", "Accept-Encoding")], 60),
            (304, [("Cache-Control", "max-age=60")], nil),
        ] as [(Int, [(String, String)], Int?)]
    )
    func single(status: Int, fields: [(String, String)], lifetime expected: Int?) {
        #expect(lifetime([exchange("a.png", status, fields)]) == expected)
    }

    @Test("Fields of more than 4096 bytes are not stored", arguments: [(4096, true), (4097, false)])
    func size(byteCount: Int, isKept: Bool) {
        let value = String(repeating: "x", count: byteCount - "max-age=60,".utf8.count)
        let chain = ResponseChain([exchange("a.png", 200, [("Cache-Control", "max-age=60," + value)])])
        #expect((chain.kept() != nil) == isKept)
    }

    @Test(
        "A file behind redirects is fresh as long as each of them",
        arguments: [
            ([("Cache-Control", "max-age=30")], 30), ([("Cache-Control", "max-age=90")], 60), ([], 0),
            ([("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")], 0), ([("Cache-Control", "no-cache")], 0),
            ([("Cache-Control", "no-store")], nil), ([("Cache-Control", "max-age=90"), ("Vary", "*")], nil),
        ] as [([(String, String)], Int?)]
    )
    func redirects(fields: [(String, String)], lifetime expected: Int?) {
        let file = exchange("b.png", 200, [("Cache-Control", "max-age=60")])
        #expect(lifetime([exchange("a.png", 302, fields), file]) == expected)
        #expect(
            lifetime([exchange("a.png", 302, [("Cache-Control", "max-age=999")]), exchange("c", 301, fields), file])
                == expected
        )
    }

    @Test("Validators belong to the URL that answered")
    func url() {
        let kept = ResponseChain([exchange("a.png", 302, []), exchange("b.png", 200, [("ETag", "\"1\"")])]).kept()
        #expect(kept?.validators?.url == "https://a.example/b.png")
    }

    @Test("A 304 starts a new lifetime, from its own fields and the stored ones")
    func unchanged() throws {
        let first = [("Cache-Control", "max-age=60"), ("ETag", "\"1\""), ("Age", "50")]
        let kept = try #require(ResponseChain([exchange("a.png", 200, first)]).kept())
        #expect(kept.window.until - kept.window.from == 10)
        let silent = ResponseChain([exchange("a.png", 304, [], at: 100)]).kept(stale: kept)
        #expect(silent?.window == FreshnessWindow(from: Self.start + 100, until: Self.start + 160))
        #expect(silent?.validators?.entityTag == "\"1\"")
        let speaking = [("Cache-Control", "max-age=5"), ("ETag", "W/\"1\"")]
        let renewed = ResponseChain([exchange("a.png", 304, speaking, at: 100)]).kept(stale: kept)
        #expect(renewed?.window.until == Self.start + 105)
        #expect(renewed?.validators?.entityTag == "W/\"1\"")
        let withdrawn = ResponseChain([exchange("a.png", 304, [("Cache-Control", "no-store")])]).kept(stale: kept)
        #expect(withdrawn == nil)
    }

    @Test("An origin can forbid caching even a failure")
    func failures() {
        #expect(ResponseChain([exchange("a.png", 503, [("Cache-Control", "no-store")])]).forbidsStoring)
        #expect(!ResponseChain([exchange("a.png", 503, [("Cache-Control", "no-cache")])]).forbidsStoring)
        #expect(!ResponseChain([]).forbidsStoring)
    }
}
