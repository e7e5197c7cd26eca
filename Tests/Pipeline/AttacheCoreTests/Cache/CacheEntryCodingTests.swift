import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheMedia

@Suite("Cache entry coding", .inProcess, .timeLimit(.minutes(1)))
struct CacheEntryCodingTests {
    private static let window = FreshnessWindow(from: 5, until: 9)

    private static let media = CachedMedia(
        attachment: AttacheCore.Attachment(
            identifier: "3fa9",
            file: StoredFile(path: "", sha256: String(repeating: "3f", count: 32), byteCount: 70),
            format: .png,
            fileExtension: "png",
            pixels: PixelSize(width: 3, height: 4),
            frameCount: 1,
            source: ""
        ),
        reasons: [Reason(.sizeBorderline, "It is \"large\".\n", fix: "Shrink it.")],
        deviceTime: Duration(secondsComponent: 1, attosecondsComponent: 234_567_890_123_456_789),
        host: "a.example",
        transfer: .milliseconds(12),
        response: CachedResponse(
            url: "https://a.example/x.png?a=b",
            fields: CacheFields(
                cacheControl: ["max-age=5", "private"],
                expires: ["0"],
                date: "d",
                age: "1",
                lastModified: "l",
                entityTag: "W/\"e\"",
                vary: ["Accept"]
            ),
            window: window
        )
    )

    private static let failure = CachedFailure(
        reasons: [Reason(.fetchStatus, "404.", isPermanent: true), Reason(.atsLocalHTTP, "Local.")],
        deviceTime: nil,
        host: nil,
        transfer: .zero,
        window: window
    )

    @Test("An entry is read back unchanged")
    func roundTrip() {
        #expect(CacheEntryCoding.media(CacheEntryCoding.text(Self.media), window: Self.window) == Self.media)
        #expect(CacheEntryCoding.failure(CacheEntryCoding.text(Self.failure), window: Self.window) == Self.failure)
        var plain = Self.media
        plain.reasons = []
        plain.deviceTime = nil
        plain.response.fields = CacheFields()
        #expect(CacheEntryCoding.media(CacheEntryCoding.text(plain), window: Self.window) == plain)
    }

    @Test("What the response showed is read back, and an entry without it too")
    func facts() {
        let facts = ResponseFacts(
            finalURL: "https://a.example/y.png?a=b",
            status: 203,
            contentType: "image/png; q=\"1\"",
            contentDisposition: "attachment; filename=\"é.png\"",
            declaredLength: 70,
            byteCount: 70,
            isWhole: true,
            format: .png,
            signature: [0x89, 0x50, 0, 255],
            description: "text"
        )
        for known in [facts, ResponseFacts(finalURL: ""), nil] {
            var (media, failure) = (Self.media, Self.failure)
            media.facts = known
            failure.facts = known
            #expect(CacheEntryCoding.media(CacheEntryCoding.text(media), window: Self.window)?.facts == known)
            #expect(CacheEntryCoding.failure(CacheEntryCoding.text(failure), window: Self.window)?.facts == known)
        }
        let foreign = CacheEntryCoding.text(Self.media).dropLast() + #","response":{"url":7}}"#
        #expect(CacheEntryCoding.media(String(foreign), window: Self.window) == Self.media)
    }

    @Test("Neither the payload's URL nor the path is written")
    func paths() {
        var media = Self.media
        media.attachment.source = "https://secret.example/"
        media.attachment.file.path = "/home/somebody"
        let text = CacheEntryCoding.text(media)
        #expect(!text.contains("secret") && !text.contains("somebody"))
    }

    @Test(
        "An incomplete entry is ignored",
        arguments: ["", "{}", "[]", "null", "{\"reasons\":[]}", "{\"transfer\":[0,0]}"]
    )
    func unknown(_ text: String) {
        #expect(CacheEntryCoding.media(text, window: Self.window) == nil)
        #expect(CacheEntryCoding.failure(text, window: Self.window) == nil)
    }

    @Test("An unknown code or format makes the whole entry unknown")
    func unknownWords() {
        let text = CacheEntryCoding.text(Self.media)
        for (known, unknown) in [("size.borderline", "size.new"), ("\"format\":\"png\"", "\"format\":\"hologram\"")] {
            #expect(text.contains(known))
            #expect(CacheEntryCoding.media(text.replacing(known, with: unknown), window: Self.window) == nil)
        }
        let failed = CacheEntryCoding.text(Self.failure).replacing("fetch.status", with: "fetch.new")
        #expect(CacheEntryCoding.failure(failed, window: Self.window) == nil)
    }
}
