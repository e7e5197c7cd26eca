import LoopbackOrigin
import TestWidth
import Testing

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SampleMediaTests {
    @Test("Embedded samples are small", arguments: SampleMedia.allCases.filter { $0 != .hugeJPEG })
    func small(media: SampleMedia) {
        #expect((100...4096).contains(media.bytes.count))
    }

    @Test(
        "Samples start with the signature of their type",
        arguments: [
            (SampleMedia.photoPNG, "\u{89}PNG\r\n\u{1A}\n", 0), (.truncatedPNG, "\u{89}PNG\r\n\u{1A}\n", 0),
            (.animationGIF, "GIF89a", 0), (.clipMP4, "ftyp", 4), (.clipAVI, "AVI ", 8), (.pictureWebP, "WEBP", 8),
            (.toneWAV, "WAVE", 8), (.pageHTML, "<!DOCTYPE html>", 0), (.photoJPEG, "\u{FF}\u{D8}\u{FF}", 0),
            (.hugeJPEG, "\u{FF}\u{D8}\u{FF}", 0),
        ]
    )
    func signature(media: SampleMedia, signature: String, offset: Int) {
        let expected = signature.unicodeScalars.map { UInt8($0.value) }
        #expect(Array(media.bytes.dropFirst(offset).prefix(expected.count)) == expected)
    }

    @Test("RIFF samples have their declared length", arguments: [SampleMedia.clipAVI, .pictureWebP, .toneWAV])
    func riff(media: SampleMedia) {
        let length = media.bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(length + 8 == media.bytes.count)
    }

    @Test("The PNG ends with IEND, and the truncated one is its prefix and does not")
    func png() {
        let end: [UInt8] = [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        #expect(SampleMedia.photoPNG.bytes.suffix(8) == end[...])
        #expect(SampleMedia.photoPNG.bytes.starts(with: SampleMedia.truncatedPNG.bytes))
        #expect(SampleMedia.truncatedPNG.bytes.suffix(8) != end[...])
    }

    @Test("The huge JPEG has exactly 11,000,000 bytes, and without its comments equals the small one")
    func huge() {
        let huge = SampleMedia.hugeJPEG.bytes
        #expect(huge.count == 11_000_000)
        #expect(withoutComments(huge) == SampleMedia.photoJPEG.bytes)
    }

    @Test("Padding reaches any length that has room for a segment", arguments: [4, 5, 65_537, 65_538, 65_541, 131_077])
    func padding(count: Int) {
        let jpeg = SampleMedia.photoJPEG.bytes
        let padded = SampleMedia.padded(jpeg: jpeg, to: jpeg.count + count)
        #expect(padded.count == jpeg.count + count)
        #expect(withoutComments(padded) == jpeg)
    }

    @Test("Padding does not change a JPEG when there is no room", arguments: [-1, 0, 3])
    func noRoom(count: Int) {
        let jpeg = SampleMedia.photoJPEG.bytes
        #expect(SampleMedia.padded(jpeg: jpeg, to: jpeg.count + count) == jpeg)
    }

    @Test("Padding does not change files other than JFIF")
    func notJFIF() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 0]
        #expect(SampleMedia.padded(jpeg: jpeg, to: 100) == jpeg)
    }

    /// Removes the comment segments directly after the JFIF segment.
    private func withoutComments(_ jpeg: [UInt8]) -> [UInt8] {
        let start = 4 + Int(jpeg[4]) << 8 + Int(jpeg[5])
        var index = start
        while index + 4 <= jpeg.count, jpeg[index] == 0xFF, jpeg[index + 1] == 0xFE {
            index += 2 + Int(jpeg[index + 2]) << 8 + Int(jpeg[index + 3])
        }
        return Array(jpeg.prefix(start) + jpeg.dropFirst(index))
    }
}
