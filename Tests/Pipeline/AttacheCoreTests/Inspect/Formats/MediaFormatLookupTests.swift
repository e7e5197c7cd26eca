import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MediaFormatLookupTests {
    @Test func namesAreUnique() {
        #expect(Set(MediaFormat.all.map(\.name)).count == MediaFormat.all.count)
    }

    @Test(arguments: MediaFormat.all)
    func entriesAreWellFormed(_ format: MediaFormat) {
        #expect(format.kind != nil)
        #expect(format.extensions.allSatisfy { $0 == $0.lowercased() && !$0.hasPrefix(".") })
        #expect(MediaFormat.named(byExtension: format.preferredExtension)?.typeIdentifier == format.typeIdentifier)
        #expect(format.mimeType.split(separator: "/").count == 2)
        #expect(format.mimeType.hasPrefix(format.kind?.rawValue ?? ""))
    }

    @Test(arguments: [
        ("jpg", "public.jpeg"), ("JPEG", "public.jpeg"), ("png", "public.png"), ("gif", "com.compuserve.gif"),
        ("mp4", "public.mpeg-4"), ("mov", "com.apple.quicktime-movie"), ("avi", "public.avi"), ("mpg", "public.mpeg"),
        ("m2v", "public.mpeg-2-video"), ("mp3", "public.mp3"), ("m4a", "com.apple.m4a-audio"),
        ("wav", "com.microsoft.waveform-audio"), ("aif", "public.aiff-audio"), ("heic", "public.heic"),
    ])
    func attachableExtensionsAreFound(_ name: String, _ typeIdentifier: String) {
        let format = MediaFormat.named(byExtension: name)
        #expect(format?.typeIdentifier == typeIdentifier)
        #expect(format?.isAttachable == true)
    }

    @Test(arguments: ["webp", "heif", "avif", "tiff", "bmp", "mkv", "webm", "ts", "ogg", "flac", "aac"])
    func unattachableExtensionsAreFound(_ name: String) {
        #expect(MediaFormat.named(byExtension: name)?.isAttachable == false)
    }

    @Test(arguments: ["", "php", "tmp", "html", "apng", ".png"])
    func unknownExtensionsAreNotFound(_ name: String) {
        #expect(MediaFormat.named(byExtension: name) == nil)
    }
}
