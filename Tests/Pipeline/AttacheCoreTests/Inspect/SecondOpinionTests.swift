import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct SecondOpinionTests {
    @Test(arguments: [
        (MediaFormat.png, "image/png"), (.png, "IMAGE/PNG; charset=binary"), (.jpeg, "image/jpeg"),
        (.png, "application/octet-stream"), (.png, "text/plain"), (.png, ""), (.mp4, "application/x-empty"),
        (.mp4, "audio/mp4"), (.mp4, "video/quicktime"), (.heic, "video/mp4"), (.mp4, "image/heic"), (.m4a, "video/mp4"),
        (.quickTime, "video/x-m4v"), (.m4a, "audio/x-m4a"), (.threeGPP, "video/3gpp2"),
        (.wav, "audio/x-wav"), (.avi, "video/x-msvideo"), (.bmp, "image/x-ms-bmp"), (.mpegProgram, "video/mpeg"),
        (.mpegProgram, "video/MP2P"), (.mp3, "audio/mpeg"), (.adts, "audio/x-hx-aac-adts"), (.aiff, "audio/x-aiff"),
        (.avi, "application/x-riff"), (.ogg, "application/ogg"),
        // The same kind, with an unlisted type.
        (.mp3, "audio/x-unheard-of"), (.jpeg, "image/x-unheard-of"),
    ])
    func agrees(_ format: MediaFormat, _ mimeType: String) {
        #expect(!SecondOpinion.disagrees(format: format, mimeType: mimeType))
    }

    @Test(arguments: [
        (MediaFormat.png, "text/html"), (.png, "application/zip"), (.png, "application/pdf"), (.jpeg, "image/png"),
        (.png, "application/x-executable"), (.gif, "application/java-archive"), (.mp4, "audio/mpeg"),
        (.mp3, "video/mp4"), (.wav, "video/x-msvideo"), (.avi, "image/webp"), (.mp3, "application/x-sharedlib"),
        (.jpeg, "video/x-unheard-of"), (.mp4, "video/x-matroska"),
    ])
    func disagrees(_ format: MediaFormat, _ mimeType: String) {
        #expect(SecondOpinion.disagrees(format: format, mimeType: mimeType))
    }
}
