import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct FormatDetectorTests {
    @Test(arguments: MediaSamples.all)
    func realFilesAreDetected(_ sample: MediaSample) throws {
        let bytes = try MediaSamples.bytes(sample)
        #expect(FormatDetector.detect(prefix: Array(bytes.prefix(32_768)))?.name == sample.format)
    }

    /// While bytes arrive, the detector never gives an answer that more bytes would change.
    @Test(arguments: MediaSamples.all)
    func answersAreFinal(_ sample: MediaSample) throws {
        let bytes = try MediaSamples.bytes(sample)
        let counts = Array(0...400) + Array(stride(from: 401, to: min(bytes.count, 32_768), by: 97))
        for count in counts {
            let early = FormatDetector.detect(prefix: Array(bytes.prefix(count)))
            #expect(early == nil || early?.name == sample.format, "\(count) bytes")
        }
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8], MediaFormat.jpeg), ([0xFF, 0xD8, 0xFF], .jpeg), ([0xFF, 0xD8, 0xFE], nil), ([0xFF], nil),
            ([], nil),
            ([0x89, 0x50, 0x4E, 0x47], .png), ([0x89, 0x50, 0x4E], nil), ([0x89, 0x50, 0x4E, 0x47, 0x0A], nil),
            (ascii("GIF89"), .gif), (ascii("GIF88a"), nil), (ascii("RIFF\0\0\0\0WEB"), nil),
        ] as [([UInt8], MediaFormat?)]
    )
    func shortPrefixesAreDetectedIfUnambiguous(_ bytes: [UInt8], _ format: MediaFormat?) {
        #expect(FormatDetector.detect(prefix: bytes) == format)
    }

    @Test(
        arguments: [
            (brands("heic", "mif1"), MediaFormat.heic), (brands("mif1", "mif1", "heic"), .heic),
            (brands("heix"), .heic),
            (brands("mif1", "avif"), .avif), (brands("avif", "mif1", "miaf"), .avif), (brands("avis", "msf1"), .avif),
            (brands("mif1", "jpeg"), .heif), (brands("hevc", "msf1"), .heics), (brands("msf1", "hevc"), .heics),
            (brands("mp42", "isom"), .mp4), (brands("isom", "iso2", "avc1"), .mp4), (brands("dash"), .mp4),
            (brands("M4A ", "mp42", "isom"), .m4a), (brands("M4V ", "M4A ", "mp42"), .m4v),
            (brands("qt  "), .quickTime),
            (brands("3gp4", "isom"), .threeGPP), (brands("3g2a"), .threeGPP2), (brands("zzzz", "isom"), .mp4),
            (brands("zzzz", "qt  "), .quickTime), (brands("zzzz", "yyyy"), nil), (brands("crx ", "isom"), nil),
            (box("moov", [1]), .quickTime), (box("wide") + box("mdat", [1]), .quickTime),
            (box("free") + box("mdat", [1]), .quickTime), (box("free") + box("text", [1]), nil),
        ] as [([UInt8], MediaFormat?)]
    )
    func brandsDetermineFormat(_ bytes: [UInt8], _ format: MediaFormat?) {
        #expect(FormatDetector.detect(prefix: bytes) == format)
    }

    @Test func unfinishedBrandBoxIsAwaited() {
        let whole = brands("mif1", "miaf", "heic")
        for count in 0..<whole.count { #expect(FormatDetector.detect(prefix: Array(whole.prefix(count))) == nil) }
        #expect(FormatDetector.detect(prefix: whole) == .heic)
    }

    @Test(arguments: [
        "<!DOCTYPE html><html><body>Sign in</body></html>", "#EXTM3U\n#EXT-X-VERSION:3\n", "ffconcat version 1.0\n",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>", "%PDF-1.7\n", "{\"error\":404}", "",
        "PK\u{3}\u{4}", "\u{7F}ELF", "BM is a company", "moov", "ID3", "#!/bin/sh\n", "....moov.... is a movie",
    ])
    func otherContentIsNotDetected(_ text: String) {
        let isBoxLike = text.hasPrefix("....moov")
        #expect((FormatDetector.detect(prefix: ascii(text)) == nil) != isBoxLike)
    }

    @Test func oneAudioFrameIsNotEnough() throws {
        let bare = try MediaSamples.bytes(try #require(MediaSamples.made.first { $0.name == "bare.mp3" }))
        #expect(FormatDetector.detect(prefix: Array(bare.prefix(100))) == nil)
        #expect(
            FormatDetector.detect(
                prefix: [0xFF, 0xFE] + ascii("h\0e\0l\0l\0o\0") + Array(repeating: 0x20, count: 2_000)
            ) == nil
        )
    }

    @Test func framesOfDifferentStreamsAreNotAudio() {
        // MPEG-1 layer 3, 128 kbit/s: 417 bytes at 44.1 kHz; the second header is equal, or has 48 kHz.
        let first: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + Array(repeating: 0, count: 413)
        #expect(FormatDetector.detect(prefix: first + [0xFF, 0xFB, 0x90, 0x00]) == .mp3)
        #expect(FormatDetector.detect(prefix: first + [0xFF, 0xFB, 0xA0, 0x00]) == .mp3)
        #expect(FormatDetector.detect(prefix: first + [0xFF, 0xFB, 0x94, 0x00]) == nil)
        #expect(FormatDetector.detect(prefix: first + [0xFF, 0xFD, 0x90, 0x00]) == nil)
    }

    @Test func extensionCountsOnlyIfBytesAreAmbiguous() {
        #expect(FormatDetector.detect(prefix: brands("mp42", "isom"), named: "m4a") == .m4a)
        #expect(FormatDetector.detect(prefix: brands("mp42", "isom"), named: "M4A") == .m4a)
        #expect(FormatDetector.detect(prefix: brands("mp42", "isom"), named: "mp3") == .mp4)
        #expect(FormatDetector.detect(prefix: brands("heic", "mif1"), named: "m4a") == .heic)
        #expect(FormatDetector.detect(prefix: [0xFF, 0xD8, 0xFF], named: "png") == .jpeg)
    }

    /// A frame whose successor is missing delays the detection of a later pair.
    @Test func firstPairOfFramesIsDetected() {
        let tag = ascii("ID3") + [4, 0, 0, 0, 0, 0, 0]
        // Layer 3 at 128 kbit/s: 417 bytes, which contain two ADTS frames of 64 bytes each.
        let adts: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x08, 0x1F, 0xFC] + [UInt8](repeating: 0, count: 57)
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 96) + adts + adts
        let padding = [UInt8](repeating: 0, count: 417 - frame.count)
        let bytes = tag + frame + padding + [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
        #expect(FormatDetector.detect(prefix: bytes) == .mp3)
        for count in FormatDetector.leastPrefix..<bytes.count {
            let early = FormatDetector.detect(prefix: Array(bytes.prefix(count)))
            #expect(early == nil || early == .mp3, "\(count) bytes")
        }
    }

    /// The length of a box can read like the start code of MPEG video: later bytes decide between them.
    @Test(arguments: [
        (
            "free", ascii("free") + [UInt8](repeating: 0x11, count: 427) + [0, 0, 0, 8] + ascii("moov"),
            MediaFormat.quickTime
        ),
        ("ftyp", ascii("ftypxxxx\0\0\0\0") + [UInt8](repeating: 0x11, count: 412) + ascii("isom\0\0\0"), .mp4),
    ])
    func boxIsAwaited(_ type: String, _ behind: [UInt8], _ format: MediaFormat) {
        let bytes = [0, 0, 1, 0xB3] + behind
        #expect(FormatDetector.detect(prefix: bytes) == format, "\(type)")
        for count in FormatDetector.leastPrefix..<bytes.count {
            let early = FormatDetector.detect(prefix: Array(bytes.prefix(count)))
            #expect(early == nil || early == format, "\(type), \(count) bytes")
        }
    }
}
