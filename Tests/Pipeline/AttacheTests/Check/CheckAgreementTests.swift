import Attache
import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

/// `check` and `rewrite` agree: a URL rejected without a socket has the same reasons in both.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct CheckAgreementTests {
    private static let refused = [
        "http://img.example.com/a.png", "http://img.example.com:22/a.webp", "https://127.0.0.1/a.png",
        "http://127.1/a.png", "https://[::1]/a.png", "https://[::ffff:10.0.0.1]:8080/a.png", "https://169.254.169.254/",
        "https://2852039166/", "https://localhost/a.png", "http://printer.local/a.png", "https://denied.example/a.png",
        "https://img.example.com/a.exe", "https://img.example.com:99999/", "https://user@img.example.com/a.png",
        "ftp://img.example.com/a.png", "data:image/png;base64,AAAA", "", " https://img.example.com/a.png", "a.png",
        "https://", "https://exa mple.com/", "https://img.example.com\\a.png", "https://a..example/", "https://ℂ℀/",
        "https://img.example.com/" + String(repeating: "a", count: 9000),
    ]

    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func configuration(network: String) -> AttacheConfiguration {
        var configuration = AttacheConfiguration()
        configuration.policy = "hive"
        configuration.network = network
        configuration.deniedHosts = ["denied.example"]
        configuration.storeDirectory = scratch.path("store")
        return configuration
    }

    /// A reason without the stage, the URL and the key, which only a payload has.
    private static func withoutPlace(_ reason: Reason) -> Reason {
        Reason(
            reason.code,
            reason.message,
            fix: reason.fix,
            severity: reason.severity,
            isPermanent: reason.isPermanent,
            apple: reason.apple
        )
    }

    @Test(arguments: ["wifi", "lte", "offline", "loss-100"])
    func reasonsAreEqual(_ network: String) async throws {
        let configuration = configuration(network: network)
        let checker = try URLChecker(configuration)
        try await withAttache(configuration: configuration) { attache in
            for url in Self.refused {
                var writer = JSONWriter()
                writer.string(url)
                let text = String(decoding: writer.bytes, as: UTF8.self)
                let result = await attache.rewrite(
                    #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":\#(text)}"#
                )
                // A payload of more than 4096 bytes has a reason of its own.
                let reasons = result.reasons.filter { $0.code.stage != "payload" && $0.code.stage != "gate" }
                    .map(Self.withoutPlace)
                let bytes = Array(url.utf8)
                let verdict = checker.check(bytes, byteCount: bytes.count)
                #expect(!verdict.isAllowed, "\(url.prefix(60))")
                if result.outcome != .rejected {
                    #expect(verdict.reasons.map(Self.withoutPlace) == reasons, "\(url.prefix(60))")
                }
            }
        }
    }

    @Test func nameIsResolvedOnlyIfNoOtherReasonBlocks() throws {
        let checker = try URLChecker(configuration(network: "wifi"))
        let name = { (url: String) in checker.check(Array(url.utf8), byteCount: url.utf8.count).nameToResolve }
        #expect(name("https://img.example.com/a.png") == "img.example.com")
        #expect(name("http://img.example.com/a.png") == nil)
        #expect(name("https://8.8.8.8/a.png") == nil)
        #expect(name("https://denied.example/a.png") == nil)
    }

    @Test func realResolverReadsHostsFile() throws {
        var configuration = configuration(network: "wifi")
        configuration.allowedHosts = ["localhost"]
        let checker = try URLChecker(configuration)
        let lookups = checker.lookups(limit: 4)
        defer { lookups.shutDown() }
        let lookup = lookups.lookup("localhost")
        while lookup.result == nil { _ = lookups.wait(orReadable: []) }
        let url = "https://localhost/a.png"
        let verdict = checker.check(Array(url.utf8), byteCount: url.utf8.count)
        let resolved = checker.check(verdict, resolved: try #require(lookup.result))
        #expect(resolved.isAllowed)
        #expect(resolved.address != nil)
    }
}
