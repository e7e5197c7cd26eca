import AttacheCore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct NameAgreementTests {
    @Test(
        arguments: [
            (nil, MediaFormat.png, NameAgreement.unnamed), ("", .png, .unnamed), ("png", .png, .agrees),
            ("PNG", .png, .agrees),
            ("jpg", .png, .otherFormat), ("webp", .png, .otherFormat), ("mp4", .png, .otherKind),
            ("mp3", .mp4, .otherKind),
            ("php", .png, .unknown), ("mpg", .mpeg1Video, .agrees), ("mpeg", .mpegProgram, .agrees),
            ("mov", .mp4, .otherFormat), ("m4v", .mp4, .otherFormat),
        ] as [(String?, MediaFormat, NameAgreement)]
    )
    func comparesNameAndBytes(_ fileExtension: String?, _ format: MediaFormat, _ agreement: NameAgreement) {
        #expect(NameAgreement(fileExtension: fileExtension, format: format) == agreement)
    }
}
