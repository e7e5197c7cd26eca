import Attache
import AttacheTesting
import Foundation
import TestWidth
import Testing

/// The whole pipeline against a real nginx, over http and over https with a private authority.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct RealOriginTests {
    private static let whole: [(file: String, type: String, pixels: [Int]?, codes: [String])] = [
        ("photo.png", "public.png", [120, 60], []),
        ("photo.jpg", "public.jpeg", [120, 60], []),
        ("animation.gif", "com.compuserve.gif", [120, 60], []),
        ("clip.mp4", "public.mpeg-4", [120, 60], []),
        ("clip.avi", "public.avi", [120, 60], []),
        ("clip.mpg", "public.mpeg", [120, 60], []),
        ("tone.wav", "com.microsoft.waveform-audio", nil, []),
        ("tone.mp3", "public.mp3", nil, []),
        ("tone.m4a", "com.apple.m4a-audio", nil, []),
        ("tone.aiff", "public.aiff-audio", nil, []),
        ("no-extension", "public.png", [120, 60], []),
        ("really-png.jpg", "public.png", [120, 60], ["type.extension-corrected"]),
        ("redirect", "public.png", [120, 60], []),
    ]

    private static let broken: [(path: String, code: String, apple: Int?)] = [
        ("photo.webp", "type.extension-unsupported", 101),
        ("really-webp.png", "type.unsupported", 101),
        ("really-mp4.png", "type.mismatch", nil),
        ("page.png", "type.mismatch", nil),
        ("truncated.png", "type.incomplete", nil),
        ("flipped.png", "type.incomplete", nil),
        ("empty.png", "fetch.empty", -1014),
        ("huge.jpg", "size.too-large", 102),
        ("missing.png", "fetch.status", nil),
        ("gone", "fetch.status", nil),
        ("insecure", "ats.insecure-http", -1022),
        ("loop", "fetch.redirects", -1007),
    ]

    private func configuration(_ server: Nginx, store: URL) -> AttacheConfiguration {
        var configuration = AttacheConfiguration()
        configuration.policy = "apple-with-hive-keys"
        configuration.policyDirectories = [store.appending(path: "policies").path(percentEncoded: false)]
        configuration.allowedAddresses = ["127.0.0.0/8:\(server.port)", "127.0.0.0/8:\(server.securePort)"]
        configuration.certificateAuthorityFile = server.site.authority.path(percentEncoded: false)
        configuration.storeDirectory = store.appending(path: "store").path(percentEncoded: false)
        // No payload's time ends during a test, however slow the machine is.
        configuration.deadline = .seconds(600)
        return configuration
    }

    /// Runs `body` with a scratch store and a policy that accepts every format of iOS under Hive's key.
    private func withServer(_ body: (Nginx, AttacheConfiguration) async throws -> Void) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let store = scratch.url("store")
        let policies = store.appending(path: "policies")
        try FileManager.default.createDirectory(at: policies, withIntermediateDirectories: true)
        let policy = """
            schema: attache-policy/1
            name: apple-with-hive-keys
            extends: apple
            payload:
              media:
                - url: $.media_url
            """
        try Data(policy.utf8).write(to: policies.appending(path: "test.yaml"))
        try await Nginx.serving { server in try await body(server, configuration(server, store: store)) }
    }

    private func payload(_ url: String) -> String {
        #"{"aps":{"alert":"Hello","mutable-content":1},"media_url":"\#(url)"}"#
    }

    @Test(arguments: [false, true])
    func completeMediaIsAttached(secure: Bool) async throws {
        try await withServer { server, configuration in
            try await withAttache(configuration: configuration) { attache in
                for (file, type, pixels, codes) in Self.whole {
                    let result = await attache.rewrite(payload(server.url(file, secure: secure)))
                    let json = try Report(result)
                    #expect(json.outcome == "attached", "\(file): \(json.codes)")
                    #expect(json.codes.filter { $0 != "ats.local-http" } == codes, "\(file)")
                    let attachment = try #require(json.attachment, "\(file)")
                    #expect(attachment["type"] as? String == type, "\(file)")
                    if let pixels { #expect(attachment["pixels"] as? [Int] == pixels, "\(file)") }
                    try expectStored(attachment, file: file == "redirect" ? "photo.png" : file, server: server)
                }
            }
        }
    }

    private func expectStored(_ attachment: [String: Any], file: String, server: Nginx) throws {
        let stored = try #require((attachment["url"] as? String).flatMap { URL(string: $0) })
        let original = server.site.root.appending(path: file)
        #expect(try Data(contentsOf: stored) == Data(contentsOf: original), "\(file)")
        let digest = try CommandLineTool.run("sha256sum", [original.path(percentEncoded: false)], in: server.site.root)
        #expect(attachment["sha256"] as? String == String(digest.prefix(64)), "\(file)")
        #expect(stored.lastPathComponent.hasPrefix(String(digest.prefix(64))), "\(file)")
    }

    @Test(arguments: [false, true])
    func brokenMediaFallsBackWithItsReason(secure: Bool) async throws {
        try await withServer { server, configuration in
            try await withAttache(configuration: configuration) { attache in
                for (path, code, apple) in Self.broken {
                    let result = await attache.rewrite(payload(server.url(path, secure: secure)))
                    let json = try Report(result)
                    #expect(json.outcome == "plain", "\(path)")
                    #expect(json.codes.first == code, "\(path): \(json.codes)")
                    #expect(json.appleCode == apple, "\(path)")
                    #expect(json.payload == #"{"aps":{"alert":"Hello","mutable-content":1}}"#, "\(path)")
                }
            }
        }
    }

    @Test func busyOriginIsRetriedOnce() async throws {
        try await withServer { server, configuration in
            try await withAttache(configuration: configuration) { attache in
                let json = try Report(await attache.rewrite(payload(server.url("busy", secure: true))))
                #expect(json.codes.first == "fetch.status")
                #expect(json.codes.contains("fetch.retried"))
            }
        }
    }

    @Test func unknownAuthorityIsNotTrusted() async throws {
        try await withServer { server, configuration in
            var configuration = configuration
            configuration.certificateAuthorityFile = nil
            try await withAttache(configuration: configuration) { attache in
                let json = try Report(await attache.rewrite(payload(server.url("photo.png", secure: true))))
                #expect(json.codes.first == "fetch.certificate")
                #expect(json.appleCode == -1202)
            }
        }
    }

    @Test func loopbackIsNotDialledWithoutAllowance() async throws {
        try await withServer { server, configuration in
            var configuration = configuration
            configuration.allowedAddresses = []
            try await withAttache(configuration: configuration) { attache in
                let json = try Report(await attache.rewrite(payload(server.url("photo.png", secure: true))))
                #expect(json.codes.contains("egress.address-denied"))
                #expect(json.outcome == "plain")
            }
        }
    }

    @Test func thousandPayloadsOneDownload() async throws {
        try await withServer { server, configuration in
            try await withAttache(configuration: configuration) { attache in
                let url = server.url("photo.png", secure: false)
                await withTaskGroup(of: String.self) { group in
                    for _ in 0..<1000 { group.addTask { await attache.rewrite(payload(url)).outcome.rawValue } }
                    for await outcome in group { #expect(outcome == "attached") }
                }
            }
        }
    }
}
