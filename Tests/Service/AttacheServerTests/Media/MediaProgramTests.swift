import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@Suite("GET /v1/media, as served by the service", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct MediaProgramTests {
    private static let photo = Data(SampleMedia.photoPNG.bytes)

    /// Stores the picture.
    ///
    /// - Returns: The path of the picture at the service.
    private func store(_ scene: ProgramScene) async throws -> String {
        let result = try await scene.ask("/v1/rewrite", body: scene.payload())
        let match = try #require(result.text.firstMatch(of: /"sha256":"([0-9a-f]{64})"/), "\(result.text)")
        return "/v1/media/\(match.1)"
    }

    @Test("Stored media is returned unchanged, with headers that keep browsers from executing it")
    func whole() async throws {
        try await ProgramScene.with(["--serve-media"]) { scene in
            let path = try await store(scene)
            let digest = path.suffix(64)
            let answer = try await scene.ask(path)
            #expect(answer.status == 200 && answer.body == Self.photo)
            let expected = [
                "content-type": "image/png", "etag": "\"\(digest)\"", "accept-ranges": "bytes",
                "content-length": "\(Self.photo.count)", "x-content-type-options": "nosniff",
                "content-security-policy": "sandbox",
                "content-disposition": "inline; filename=\"\(digest).png\"",
                "cache-control": "private, max-age=31536000, immutable",
            ]
            for (name, value) in expected { #expect(answer.headers[name] == value, "\(name)") }
            let head = try await scene.ask(path, arguments: ["--head"])
            // curl writes the head in place of the body, and nothing may follow it.
            #expect(head.status == 200 && head.text.hasSuffix("\r\n\r\n"))
            for (name, value) in expected { #expect(head.headers[name] == value, "HEAD \(name)") }
        }
    }

    struct Part: CustomTestStringConvertible {
        let range: String
        var headers: [String] = []
        let status: Int
        var bytes: Range<Int>?
        var contentRange: String?

        var testDescription: String { "\(range) \(headers)" }
    }

    private static let length = photo.count
    private static let parts = [
        Part(range: "bytes=0-0", status: 206, bytes: 0..<1, contentRange: "bytes 0-0/\(length)"),
        Part(range: "bytes=10-19", status: 206, bytes: 10..<20, contentRange: "bytes 10-19/\(length)"),
        Part(
            range: "bytes=-5",
            status: 206,
            bytes: length - 5..<length,
            contentRange: "bytes \(length - 5)-\(length - 1)/\(length)"
        ),
        Part(range: "bytes=\(length)-", status: 416, contentRange: "bytes */\(length)"),
        Part(range: "bytes=0-1,4-5", status: 200, bytes: 0..<length),
        Part(range: "bytes=0-1", headers: [#"If-Range: "other""#], status: 200, bytes: 0..<length),
        Part(range: "bytes=0-1", headers: ["If-Range: Sat, 21 Nov 2026 00:00:00 GMT"], status: 200, bytes: 0..<length),
    ]

    @Test("A range of the media is returned as RFC 9110 specifies", arguments: parts)
    func ranges(_ part: Part) async throws {
        try await ProgramScene.with(["--serve-media"]) { scene in
            let path = try await store(scene)
            let answer = try await scene.ask(path, ["Range: \(part.range)"] + part.headers)
            #expect(answer.status == part.status)
            #expect(answer.headers["content-range"] == part.contentRange)
            if let bytes = part.bytes { #expect(answer.body == Self.photo.subdata(in: bytes)) }
        }
    }

    @Test("The entity tag identifies the bytes, for If-Range and for If-None-Match")
    func tags() async throws {
        try await ProgramScene.with(["--serve-media"]) { scene in
            let path = try await store(scene)
            let tag = "\"\(path.suffix(64))\""
            let part = try await scene.ask(path, ["Range: bytes=0-1", "If-Range: \(tag)"])
            #expect(part.status == 206 && part.body == Self.photo.prefix(2))
            for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let same = try await scene.ask(path, ["If-None-Match: \(field)", "Range: bytes=0-1"])
                #expect(same.status == 304 && same.body.isEmpty, "\(field)")
                #expect(same.headers["etag"] == tag)
            }
            #expect(try await scene.ask(path, ["If-None-Match: \"x\""]).status == 200)
        }
    }

    @Test("Large media is returned completely")
    func large() async throws {
        // Padding after the end is attached with a warning.
        let bytes = SampleMedia.photoJPEG.bytes + [UInt8](repeating: 7, count: 3_000_000)
        try await ProgramScene.with(["--serve-media"], origin: { _ in .file(bytes, type: "image/jpeg") }) { scene in
            let path = try await store(scene)
            #expect(try await scene.ask(path).body == Data(bytes))
            let part = try await scene.ask(path, ["Range: bytes=1000000-2999999"])
            #expect(part.body == Data(bytes[1_000_000..<3_000_000]))
        }
    }

    @Test("Unknown names are not found, and no name reaches another file")
    func missing() async throws {
        try await ProgramScene.with(["--serve-media"]) { scene in
            let path = try await store(scene)
            let digest = path.suffix(64)
            let names = [
                String(repeating: "0", count: 64), digest.uppercased(), "\(digest).png", String(digest.dropLast()),
                "..%2f..%2fidempotency.sqlite", "index.sqlite",
            ]
            for name in names { #expect(try await scene.ask("/v1/media/\(name)").status == 404, "\(name)") }
            let posted = try await scene.ask(path, body: "{}")
            #expect(posted.status == 405 && posted.headers["allow"] == "GET, HEAD")
        }
    }

    @Test("By default a client sees only the media that it asked about with a preview")
    func preview() async throws {
        let files = ["tokens": "one 1111111111111111\ntwo 2222222222222222\n"]
        try await ProgramScene.with(["--token-file", "tokens"], files: files) { scene in
            let (one, two) = ("Authorization: Bearer 1111111111111111", "Authorization: Bearer 2222222222222222")
            let result = try await scene.ask("/v1/rewrite", [one], body: scene.payload())
            let digest = try #require(result.text.firstMatch(of: /"sha256":"([0-9a-f]{64})"/)).1
            let path = "/v1/media/\(digest)"
            #expect(try await scene.ask(path, [one]).status == 404)
            let previewed = try await scene.ask("/v1/rewrite", [one, "Attache-Preview: 1"], body: scene.payload())
            #expect(previewed.status == 200)
            let shown = try await scene.ask(path, [one])
            #expect(shown.status == 200 && shown.body == Self.photo)
            #expect(shown.headers["content-security-policy"] == "sandbox")
            #expect(try await scene.ask(path, [two]).status == 404, "another client")
            #expect(try await scene.ask(path).status == 401)
        }
    }

    @Test("The store is not served by default, and requires a token when there are tokens")
    func access() async throws {
        try await ProgramScene.with { scene in
            let path = try await store(scene)
            #expect(try await scene.ask(path).status == 404)
        }
        let tokens = ["tokens": "one 1111111111111111\n"]
        try await ProgramScene.with(["--serve-media", "--token-file", "tokens"], files: tokens) { scene in
            let answer = try await scene.ask("/v1/media/\(String(repeating: "0", count: 64))")
            #expect(answer.status == 401)
        }
    }
}
