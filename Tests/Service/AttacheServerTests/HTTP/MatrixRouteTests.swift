import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheServer

/// `POST /v1/matrix` over a real socket.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct MatrixRouteTests {
    private struct Matrix: Decodable {
        struct Row: Decodable {
            struct Cell: Decodable {
                let network: String
                let system: String
                let word: String
            }
            let dialect: String
            let cells: [Cell]
        }
        let schema: String
        let url: String
        let response: Facts?
        let not_loaded: String?
        let columns: [[String]]
        let rows: [Row]
    }

    private struct Facts: Decodable {
        let status: Int
        let content_type: String?
    }

    private func matrix(_ answer: ServiceScene.Answer) throws -> Matrix {
        #expect(answer.status == 200, "\(answer)")
        return try JSONDecoder().decode(Matrix.self, from: Data(answer.body.utf8))
    }

    private func kind(_ answer: ServiceScene.Answer) -> String? {
        answer.body.firstMatch(of: /urn:attache:problem:([a-z-]+)/).map { String($0.1) }
    }

    @Test("The medium of a payload and a URL are loaded once for all cells", arguments: [true, false])
    func everyCell(_ isPayload: Bool) async throws {
        try await ServiceScene.with { scene in
            let path = "/a.png?w=600"
            let body = isPayload ? scene.payload(path) : "\"\(scene.origin.url(path))\""
            let matrix = try matrix(await scene.ask("/v1/matrix", body: body))
            #expect(matrix.schema == "attache-matrix/1")
            #expect(matrix.url == scene.origin.url(path))
            #expect(matrix.response != nil && matrix.not_loaded == nil)
            #expect(matrix.rows.count > 30)
            for row in matrix.rows { #expect(row.cells.count == matrix.columns.joined().count * 2) }
            let cell = matrix.rows.first { $0.dialect == "fcm" }?.cells.first { $0.network == "wifi" }
            #expect(cell?.word == "media")
            #expect(scene.origin.requests.count == 1)
        }
    }

    private static let named: [(name: String, media: SampleMedia, type: String)] = [
        ("a.webp", .pictureWebP, "image/webp"), ("a.php", .photoPNG, "image/png"), ("a.php", .pageHTML, "text/html"),
        ("a.svg", .photoPNG, "image/svg+xml"), ("a.jpg", .clipMP4, "video/mp4"),
    ]

    @Test("A medium is loaded whatever its name, and a rewrite still judges the name", arguments: named)
    func anyName(_ item: (name: String, media: SampleMedia, type: String)) async throws {
        let (bytes, type) = (item.media.bytes, item.type)
        try await ServiceScene.with(origin: { _ in .file(bytes, type: type) }) { scene in
            let url = scene.origin.url("/\(item.name)")
            let matrix = try matrix(await scene.ask("/v1/matrix", body: "\"\(url)\""))
            #expect(matrix.response?.status == 200 && matrix.response?.content_type == type)
            #expect(matrix.not_loaded == nil)
            // Whether the bytes of a WebP are drawn under another name is not known.
            let isDoubtful = item.media == .pictureWebP
            #expect(matrix.rows.flatMap(\.cells).contains { $0.word == "unknown" } == isDoubtful)
            #expect(scene.origin.requests.count == 1)
            guard !item.name.hasSuffix(".jpg") else { return }
            // Hive reads nothing but the name in the URL.
            let push = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(url)"}"#
            let refused = try await scene.ask("/v1/rewrite?policy=hive", body: push)
            #expect(refused.body.contains("type.extension-unsupported"))
            #expect(scene.origin.requests.count == 1)
        }
    }

    @Test("A URL that fits in no payload is rejected before it costs anything", arguments: [(4096, 200), (4097, 400)])
    func longURL(byteCount: Int, status: Int) async throws {
        try await ServiceScene.with { scene in
            let start = scene.origin.url("/a.png?a=")
            let url = start + String(repeating: "x", count: byteCount - start.utf8.count)
            let answer = try await scene.ask("/v1/matrix", body: "\"\(url)\"")
            #expect(answer.status == status)
        }
    }

    @Test func dialectsAreSelected() async throws {
        try await ServiceScene.with { scene in
            let path = "/v1/matrix?only=fcm,%20braze&only=batch&not=batch"
            let matrix = try matrix(await scene.ask(path, body: scene.payload()))
            #expect(matrix.rows.map(\.dialect).sorted() == ["braze", "fcm"])
        }
    }

    @Test("A path of one's own comes before the keys of vendors")
    func ownPath() async throws {
        try await ServiceScene.with { scene in
            let mine = scene.origin.url("/mine.png")
            let body = #"{"aps":{"alert":"Hi"},"mine":"\#(mine)","media_url":"https://a.dev/b.png"}"#
            let matrix = try matrix(await scene.ask("/v1/matrix?media=/mine", body: body))
            #expect(matrix.url.hasSuffix("/mine.png"))
        }
    }

    @Test func unloadedMediumIsAResult() async throws {
        try await ServiceScene.with { scene in
            let matrix = try matrix(await scene.ask("/v1/matrix", body: "\"http://img.attache.io/a.png\""))
            #expect(matrix.response == nil)
            #expect(matrix.not_loaded?.hasSuffix(".") == true)
            #expect(scene.origin.requests.isEmpty)
        }
    }

    private static let refused: [(query: String, body: String, status: Int, kind: String)] = [
        ("", "{", 400, "invalid-json"), ("", #"{"x":1}"#, 422, "not-a-push"), ("", "[]", 422, "not-a-push"),
        ("", #"{"aps":{"alert":"Hi"}}"#, 422, "no-medium"),
        ("?policy=hive", #"{"aps":{"alert":"Hi"},"att":{"id":"https://a.dev/b.png"}}"#, 422, "no-medium"),
        ("?only=nobody", "\"https://a.dev/b.png\"", 400, "bad-request"),
        ("?only=fcm&not=fcm", "\"https://a.dev/b.png\"", 400, "bad-request"),
        ("?network=wifi", "\"https://a.dev/b.png\"", 400, "bad-request"),
        ("?policy=nobody", "\"https://a.dev/b.png\"", 400, "bad-request"),
        ("?media=a.b", "\"https://a.dev/b.png\"", 400, "bad-request"),
    ]

    @Test("A request that cannot be answered is a problem", arguments: refused)
    func problems(_ query: String, body: String, status: Int, kind: String) async throws {
        try await ServiceScene.with { scene in
            let answer = try await scene.ask("/v1/matrix\(query)", body: body)
            #expect(answer.status == status, "\(answer)")
            #expect(self.kind(answer) == kind)
        }
    }

    @Test("A misspelt dialect gets a suggestion")
    func suggestion() async throws {
        try await ServiceScene.with { scene in
            let answer = try await scene.ask("/v1/matrix?only=onesignl", body: scene.payload())
            #expect(answer.body.contains("onesignal?"))
            // Many wrong names do not multiply the response.
            let many = Array(repeating: "x", count: 500).joined(separator: ",")
            let long = try await scene.ask("/v1/matrix?only=\(many)", body: scene.payload())
            #expect(long.status == 400 && long.body.utf8.count < 16_384)
        }
    }

    @Test func limitsAreThoseOfOnePush() async throws {
        try await ServiceScene.with { scene in
            let long = #"{"aps":{"alert":"\#(String(repeating: "a", count: 65 * 1024))"}}"#
            let tooLong = try await scene.ask("/v1/matrix", body: long)
            #expect(tooLong.status == 413)
            let read = try await scene.ask("/v1/matrix")
            #expect(read.status == 405)
            let text = try await scene.ask("/v1/matrix", ["-H", "Content-Type: text/plain"], body: scene.payload())
            #expect(text.status == 415)
        }
    }

    @Test func tokenIsRequired() async throws {
        try await ServiceScene.with(configured: { configuration, directory in
            try "one 0123456789abcdef\n".write(toFile: "\(directory)/tokens", atomically: false, encoding: .utf8)
            configuration.tokenFile = "\(directory)/tokens"
        }) { scene in
            let refused = try await scene.ask("/v1/matrix", body: scene.payload())
            #expect(refused.status == 401)
            let token = ["-H", "Authorization: Bearer 0123456789abcdef"]
            let admitted = try await scene.ask("/v1/matrix", token, body: scene.payload())
            #expect(admitted.status == 200)
        }
    }
}
