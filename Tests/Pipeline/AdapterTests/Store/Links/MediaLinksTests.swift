import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@testable import MediaStore

@Suite("Links to copies", .inProcess, .timeLimit(.minutes(1)))
struct MediaLinksTests {
    private static let digest = String(repeating: "0f", count: 32)
    private let clock = ManualWallClock(now: 1_800_000_100)

    private func links(
        _ base: String = "https://cdn.example.com/p/",
        keys: String? = nil,
        lifetime: Duration = .seconds(86_400)
    ) throws -> MediaLinks {
        try MediaLinks(
            base: base,
            keys: try keys.map { try SigningKeys(parsing: $0, file: "keys") },
            lifetime: lifetime,
            clock: clock,
            canonicalizer: PlainNames()
        )
    }

    private func attachment(_ format: MediaFormat, _ fileExtension: String) -> AttacheCore.Attachment {
        AttacheCore.Attachment(
            identifier: "x",
            file: StoredFile(path: "/x", sha256: Self.digest, byteCount: 1),
            format: format,
            fileExtension: fileExtension,
            pixels: nil,
            frameCount: nil,
            source: "https://h/x"
        )
    }

    @Test func publicLinkIsBaseAndName() throws {
        let url = try links("https://CDN.example.com/p").url(of: attachment(.png, "png"))
        #expect(url == "https://cdn.example.com/p/\(Self.digest).png")
    }

    @Test func extensionIsOneOfTheFormat() throws {
        #expect(try links().url(of: attachment(.jpeg, "jpeg")).hasSuffix(".jpeg"))
        #expect(try links().url(of: attachment(.jpeg, "png")).hasSuffix(".jpg"))
    }

    @Test func signedLinkIsValidForItsLifetimeAndAnHourMoreAtMost() throws {
        let links = try links(keys: "k1 0123456789abcdef0123456789abcdef")
        let url = links.url(of: attachment(.png, "png"))
        let parts = url.split(separator: "/").suffix(2).map(String.init)
        let name = try #require(MediaFileName(parsing: parts[1]))
        guard case .valid(let left?) = links.check(parts[0], of: name) else { throw Missing() }
        #expect((86_400...90_000).contains(left))
        clock.advance(by: left - 1)
        #expect(links.check(parts[0], of: name) == .valid(secondsLeft: 1))
        clock.advance(by: 1)
        #expect(links.check(parts[0], of: name) == .expired)
        #expect(links.check(nil, of: name) == .invalid)
    }

    @Test func payloadsOfTheSameTimeShareALink() throws {
        let links = try links(keys: "k1 0123456789abcdef0123456789abcdef")
        let first = links.url(of: attachment(.png, "png"))
        clock.advance(by: 1)
        #expect(links.url(of: attachment(.png, "png")) == first)
    }

    @Test func signatureIsRefusedWithoutKeys() throws {
        let name = try #require(MediaFileName(parsing: "\(Self.digest).png"))
        #expect(try links().check("k1.1.x", of: name) == .invalid)
        #expect(try links().check(nil, of: name) == .valid(secondsLeft: nil))
    }

    @Test(
        arguments: [
            "http://cdn.example.com/p/", "https://cdn.example.com/p/?a=1", "https://cdn.example.com/p/#a", "cdn", "",
            "https://user:pw@cdn.example.com/", "ftp://cdn.example.com/",
        ]
    )
    func invalidBase(_ base: String) {
        #expect(throws: ConfigurationError.self) { try links(base) }
    }

    @Test func lifetimeIsAtLeastASecond() throws {
        _ = try links(lifetime: .seconds(1))
        #expect(throws: ConfigurationError.self) { try links(lifetime: .milliseconds(999)) }
    }

    @Test(
        "No other text is a name",
        arguments: [
            "", ".", "..", "\(digest)", "\(digest).", ".png", "\(digest).png.png", "\(digest).PNG", "\(digest).html",
            "\(digest.uppercased()).png", "\(digest.dropLast()).png", "\(digest)0.png", "../\(digest).png",
            "\(digest)/x.png", "\(digest).png\0", "%2e%2e", "\(digest).\u{ff50}ng",
        ]
    )
    func names(_ text: String) {
        #expect(MediaFileName(parsing: text) == nil)
    }

    private struct Missing: Error {}

    /// Host names in ASCII.
    private struct PlainNames: HostCanonicalizing {
        func aLabel(of name: String) -> String? { name.lowercased() }
    }
}
