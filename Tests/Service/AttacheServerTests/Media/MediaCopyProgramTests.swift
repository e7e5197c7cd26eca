import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@Suite("GET /p, the copies that payloads name", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct MediaCopyProgramTests {
    private static let photo = Data(SampleMedia.photoPNG.bytes)
    private static let secret = "0123456789abcdef0123456789abcdef"
    private static let base = ["--serve-media", "--rehost", "https://cdn.example.com/p/"]

    /// Rewrites a push; returns the path of the link in its payload.
    private func path(_ scene: ProgramScene, token: String? = nil) async throws -> String {
        let headers = token.map { ["Authorization: Bearer \($0)"] } ?? []
        let result = try await scene.ask("/v1/rewrite?emit=payload", headers, body: scene.payload())
        let match = result.text.firstMatch(of: /"media_url":"https:\/\/cdn\.example\.com([^"]+)"/)
        return String(try #require(match, "\(result.text)").1)
    }

    @Test("The link in the payload leads to exactly the verified bytes")
    func publicLink() async throws {
        try await ProgramScene.with(Self.base) { scene in
            let path = try await path(scene)
            let digest = path.dropFirst(3).prefix(64)
            #expect(path == "/p/\(digest).png")
            let answer = try await scene.ask(path, ["Host: cdn.example.com"])
            #expect(answer.status == 200 && answer.body == Self.photo)
            let expected = [
                "content-type": "image/png", "etag": "\"\(digest)\"", "accept-ranges": "bytes",
                "cache-control": "public, max-age=31536000, immutable", "x-content-type-options": "nosniff",
                "content-security-policy": "sandbox", "content-length": "\(Self.photo.count)",
            ]
            for (name, value) in expected { #expect(answer.headers[name] == value, "\(name)") }
            let head = try await scene.ask(path, arguments: ["--head"])
            #expect(head.status == 200)
            for (name, value) in expected { #expect(head.headers[name] == value, "HEAD \(name)") }
            let part = try await scene.ask(path, ["Range: bytes=1-3", "If-Range: \"\(digest)\""])
            #expect(part.status == 206 && part.body == Self.photo[1..<4])
            #expect(try await scene.ask(path, ["Range: bytes=1-3", "If-Range: \"x\""]).status == 200)
            let beyond = try await scene.ask(path, ["Range: bytes=\(Self.photo.count)-"])
            #expect(beyond.status == 416 && beyond.headers["content-range"] == "bytes */\(Self.photo.count)")
            #expect(try await scene.ask(path, ["If-None-Match: \"\(digest)\""]).status == 304)
        }
    }

    @Test("Nothing but a name of stored media is found, and there is no list")
    func otherPaths() async throws {
        try await ProgramScene.with(Self.base) { scene in
            let path = try await path(scene)
            let digest = String(path.dropFirst(3).prefix(64))
            let names = [
                "", "\(digest)", "\(digest).jpg", "\(digest).html", "\(digest.uppercased()).png", "..%2f\(digest).png",
                "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "../../etc/passwd", ".", "\(digest).png%00",
                "\(String(repeating: "0", count: 64)).png", "\(digest.prefix(2))/\(digest).png/x",
                "\(digest).png?x=1", "\(digest).png?", "\(digest).png/", "/\(digest).png", "\(digest).%70ng",
            ]
            for name in names {
                let answer = try await scene.ask("/p/\(name)", arguments: ["--path-as-is"])
                #expect(answer.status == 404, "\(name)")
                #expect(answer.headers["content-type"] == "application/problem+json", "\(name)")
                // What has the form of a link may be kept as missing: each request would ask a bucket again.
                let isLink = name.hasPrefix(digest) || name.hasPrefix("000")
                if isLink { #expect(answer.headers["cache-control"] == "max-age=60", "\(name)") }
            }
            // A signature where no key is known.
            #expect(try await scene.ask("/p/k1.1.x/\(digest).png").status == 403)
        }
    }

    /// Runs a service whose links expire after a time; `body` gets the path of a link, and the second of its end.
    private func withSignedLink(
        expiry: String,
        _ body: (ProgramScene, _ path: String, _ expiry: Int) async throws -> Void
    ) async throws {
        let files = ["keys": "k1 \(Self.secret)\n", "tokens": "alice-0123456789abcdef\n"]
        let arguments = Self.base + ["--rehost-sign", "keys", "--rehost-expiry", expiry, "--token-file", "tokens"]
        try await ProgramScene.with(arguments, files: files) { scene in
            let path = try await path(scene, token: "alice-0123456789abcdef")
            try await body(scene, path, try #require(Int(path.split(separator: ".")[1])))
        }
    }

    @Test("A signed link needs its signature and no token")
    func signedLink() async throws {
        try await withSignedLink(expiry: "1h") { scene, path, expiry in
            let answer = try await scene.ask(path)
            #expect(answer.status == 200 && answer.body == Self.photo)
            let cached = answer.headers["cache-control"] ?? ""
            let age = cached.wholeMatch(of: /public, max-age=([0-9]+), immutable/).flatMap { Int($0.1) }
            // Ends are rounded up by a sixteenth of the time at most.
            #expect(age.map { (1...3825).contains($0) } == true, "\(cached)")
            let parts = path.split(separator: "/").map(String.init)
            for changed in [
                "/p/\(parts[2])", path.replacing("k1.", with: "k2."),
                path.replacing(".\(expiry).", with: ".\(expiry + 9)."),
            ] {
                let refused = try await scene.ask(changed)
                #expect(refused.status == 403, "\(changed)")
                #expect(refused.text.contains("urn:attache:problem:invalid-link"))
            }
        }
    }

    @Test("A signed link expires, and not before its time")
    func expiredLink() async throws {
        try await withSignedLink(expiry: "1s") { scene, path, expiry in
            let late = try await waitFor {
                let answer = try await scene.ask(path)
                return answer.status == 200 ? nil : answer
            }
            #expect(Int(Date.now.timeIntervalSince1970) >= expiry)
            #expect(late.status == 410 && late.text.contains("urn:attache:problem:expired-link"))
        }
    }

    @Test("Without --serve-media or --rehost there are no copies", arguments: [base.prefix(1), base.suffix(2)])
    func notServed(_ arguments: ArraySlice<String>) async throws {
        try await ProgramScene.with(Array(arguments)) { scene in
            let result = try await scene.ask("/v1/rewrite", body: scene.payload())
            let match = try #require(result.text.firstMatch(of: /"sha256":"([0-9a-f]{64})"/))
            #expect(try await scene.ask("/p/\(match.1).png").status == 404)
        }
    }

    @Test("Media that cannot be loaded keep their URL or fall back as before")
    func failure() async throws {
        try await ProgramScene.with(Self.base, origin: { _ in .status(404) }) { scene in
            let result = try await scene.ask("/v1/rewrite", body: scene.payload())
            #expect(result.text.contains("\"fetch.status\"") && !result.text.contains("cdn.example.com"))
        }
    }
}
