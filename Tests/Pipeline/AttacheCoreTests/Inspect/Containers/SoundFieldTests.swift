import AttacheCore
import AttacheTesting
import TestWidth
import Testing

/// Streams of WAVE and AVI files, the headers of other sound, and what precedes the sound of an MP3.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct SoundFieldTests {
    private static let pcm = Array(repeating: UInt8(1), count: 100)
    private static let pictures = stream("vids", Array(repeating: 0, count: 16) + ascii("MJPG"))

    private static func format(
        tag: Int = 1,
        channels: Int = 1,
        rate: Int = 8_000,
        bits: Int = 16
    ) -> [UInt8] {
        little(tag, 2) + little(channels, 2) + little(rate, 4) + little(16_000, 4) + little(2, 2) + little(bits, 2)
    }

    private static func stream(_ kind: String, _ format: [UInt8]) -> [UInt8] {
        riffChunk("LIST", ascii("strl") + riffChunk("strh", ascii(kind) + big(0, 44)) + riffChunk("strf", format))
    }

    private func wave(_ format: [UInt8] = format(), size: Int? = nil, dataSize: Int? = nil) throws -> ContainerFacts {
        var bytes = riff("WAVE", riffChunk("fmt ", format) + riffChunk("data", Self.pcm))
        if let size { bytes.replaceSubrange(4..<8, with: little(size, 4)) }
        let data = bytes.count - Self.pcm.count
        if let dataSize { bytes.replaceSubrange(data - 4..<data, with: little(dataSize, 4)) }
        return try ContainerTable.read(MemoryFile(bytes), format: .wav)
    }

    private func avi(_ streams: [UInt8], movie: [UInt8] = [1, 2, 3, 4], size: Int? = nil) throws -> ContainerFacts {
        let main = riffChunk("avih", big(0, 32) + little(640, 4) + little(480, 4) + big(0, 16))
        let lists = riffChunk("LIST", ascii("hdrl") + main + streams) + riffChunk("LIST", ascii("movi") + movie)
        var bytes = riff("AVI ", lists)
        if let size {
            bytes.replaceSubrange(4..<8, with: little(size, 4))
            let list = bytes.count - movie.count - 8
            bytes.replaceSubrange(list..<list + 4, with: little(size, 4))
        }
        return try ContainerTable.read(MemoryFile(bytes), format: .avi)
    }

    @Test(arguments: [
        (format(), true), (format(tag: 3, bits: 32), true), (format(tag: 0xFFFE), true), (format(tag: 0), false),
        (format(channels: 0), false), (format(rate: 0), false), (format(rate: 10_000_000), true),
        (format(rate: 10_000_001), false), (format(bits: 0), false), (format(bits: 64), true),
        (format(bits: 65), false),
        ([], false), (Array(format().prefix(13)), false), (Array(format().prefix(14)), true),
        (ascii("<html><body>Sign"), false), (Array(repeating: 0xFF, count: 16), false),
    ])
    func formatsOfWaves(_ format: [UInt8], isRead: Bool) throws {
        let facts = try wave(format)
        #expect((facts.completeness == .complete) == isRead)
        if case .undecodable(let why) = facts.completeness { #expect(why.contains("fmt")) }
    }

    @Test(arguments: [(1, true), (2, true), (0x55, true), (0x160, false), (0xF1AC, false), (0x674F, false)])
    func codecsOfWaves(_ tag: Int, isPlayed: Bool) throws {
        let facts = try wave(Self.format(tag: tag))
        #expect(facts.completeness == .complete)
        #expect(facts.remarks.isEmpty == isPlayed)
    }

    @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_F024], [0, 0xFFFF_FFFF, 0x7FFF_F000, nil])
    func wavesFromAPipeAreWhole(_ size: Int, _ dataSize: Int?) throws {
        let facts = try wave(size: size, dataSize: dataSize)
        #expect(facts.completeness == .complete && facts.end == 144)
        #expect(facts.remarks.count == 1)
    }

    @Test func soundMustBeThere() throws {
        #expect(try wave(dataSize: 0xFFFF_FFFF).completeness == .complete)
        #expect(try wave(dataSize: 101).completeness != .complete)
        let empty = riff("WAVE", riffChunk("fmt ", Self.format()) + riffChunk("data", []))
        #expect(try ContainerTable.read(MemoryFile(empty), format: .wav).completeness != .complete)
    }

    @Test(arguments: [("RF64", 100, true), ("BW64", 100, true), ("RF64", 101, false)])
    func longWaves(_ outer: String, _ length: Int, isWhole: Bool) throws {
        let sizes = riffChunk("ds64", little(0, 8) + little(length, 8) + little(0, 12))
        var bytes = riff("WAVE", sizes + riffChunk("fmt ", Self.format()) + riffChunk("data", Self.pcm))
        bytes.replaceSubrange(0..<8, with: ascii(outer) + little(0xFFFF_FFFF, 4))
        bytes.replaceSubrange(bytes.count - 104..<bytes.count - 100, with: little(0xFFFF_FFFF, 4))
        #expect(FormatDetector.detect(prefix: bytes) == .wav)
        let facts = try ContainerTable.read(MemoryFile(bytes), format: .wav)
        #expect((facts.completeness == .complete) == isWhole)
    }

    @Test(arguments: [nil, 0, 0xFFFF_FFFF])
    func videosFromAPipeAreWhole(_ size: Int?) throws {
        let facts = try avi(Self.pictures, size: size)
        #expect(facts.completeness == .complete && facts.pixels == PixelSize(width: 640, height: 480))
        #expect(facts.remarks.count == (size == nil ? 0 : 1))
    }

    @Test(arguments: [
        ("MJPG", true), ("xvid", true), ("H264", true), ("VP80", false), ("FFV1", false), ("HFYU", false),
        ("cvid", false), ("\0\0\0\0", false),
    ])
    func codecsOfVideos(_ code: String, isPlayed: Bool) throws {
        let facts = try avi(Self.stream("vids", big(0, 16) + ascii(code)))
        #expect(facts.completeness == .complete)
        #expect(facts.remarks.isEmpty == isPlayed)
    }

    @Test func videosNeedStreams() throws {
        #expect(try avi([]).completeness == .incomplete("it has no stream header (strh)"))
        #expect(try avi(Self.pictures, movie: []).completeness == .incomplete("it has no media chunk"))
        let lists = riffChunk("LIST", ascii("hdrl")) + riffChunk("LIST", ascii("movi"))
        #expect(try ContainerTable.read(MemoryFile(riff("AVI ", lists)), format: .avi).completeness != .complete)
        let sound = try avi(Self.stream("auds", Self.format()))
        #expect(sound.pixels == nil && sound.remarks == [.irregular("it has no video stream (strh), only sound")])
    }

    @Test(
        arguments: [
            ("#!AMR\n", [0x3C], 31, true), ("#!AMR\n", [0x7C], 0, true), ("#!AMR-WB\n", [0x44], 60, true),
            ("#!AMR\n", [0x44], 31, false), ("#!AMR\n", [0x3D], 31, false), ("#!AMR\n", ascii("<html>"), 31, false),
        ] as [(String, [UInt8], Int, Bool)]
    )
    func framesOfAMR(_ magic: String, header: [UInt8], rest: Int, isRead: Bool) throws {
        let frames = Array(repeating: header + Array(repeating: UInt8(0xFF), count: rest), count: 3).flatMap { $0 }
        let facts = try ContainerTable.read(MemoryFile(ascii(magic) + frames), format: .amr)
        #expect((facts.completeness == .complete) == isRead)
    }

    @Test(arguments: [
        (3, 8_000, 1, true), (0, 8_000, 1, false), (28, 8_000, 1, false), (3, 0, 1, false), (3, 8_000, 0, false),
    ])
    func fieldsOfAU(encoding: Int, rate: Int, channels: Int, isRead: Bool) throws {
        let header = ascii(".snd") + big(24, 4) + big(8, 4) + big(encoding, 4) + big(rate, 4) + big(channels, 4)
        let facts = try ContainerTable.read(MemoryFile(header + big(0, 8)), format: .au)
        #expect((facts.completeness == .complete) == isRead)
    }

    @Test(arguments: [
        ("desc", 0x40BF_4000, 1, true), ("desc", 0, 1, false), ("desc", 0x40BF_4000, 0, false), ("free", 1, 1, false),
    ])
    func descriptionOfCAF(_ type: String, rate: Int, channels: Int, isRead: Bool) throws {
        let description = big(rate, 4) + big(0, 4) + ascii("lpcm") + big(0, 12) + big(channels, 4) + big(16, 4)
        let bytes =
            ascii("caff\0\u{1}\0\0") + ascii(type) + big(32, 8) + description + ascii("data") + big(8, 8) + big(0, 8)
        let facts = try ContainerTable.read(MemoryFile(bytes), format: .coreAudio)
        #expect((facts.completeness == .complete) == isRead)
    }

    @Test(arguments: [(1, 0x400B, true), (0, 0x400B, false), (1, 0, false)])
    func fieldsOfAIFF(channels: Int, rate: Int, isRead: Bool) throws {
        let common = big(channels, 2) + big(1, 4) + big(16, 2) + big(rate, 2) + big(0, 8)
        let content = ascii("AIFFCOMM") + big(18, 4) + common + ascii("SSND") + big(10, 4) + big(0, 10)
        let facts = try ContainerTable.read(MemoryFile(ascii("FORM") + big(content.count, 4) + content), format: .aiff)
        #expect((facts.completeness == .complete) == isRead)
    }

    /// MPEG-1 layer 3 at 128 kbit/s and 44.1 kHz: 417 bytes a frame.
    private static let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + Array(repeating: 0, count: 413)
    private static let frames: [UInt8] = Array(repeating: frame, count: 30).flatMap { $0 }

    @Test(
        arguments: [(0, 0), (1, 1), (32_700, 1), (65_536, 1), (65_537, nil)] as [(count: Int, remarks: Int?)],
        [UInt8(0), 1]
    )
    func junkBeforeFrames(_ junk: (count: Int, remarks: Int?), byte: UInt8) throws {
        let bytes = Array(repeating: byte, count: junk.count) + Self.frames
        #expect(FormatDetector.detect(prefix: Array(bytes.prefix(32_768)), named: "mp3") == .mp3)
        if junk.count > 0 { #expect(FormatDetector.detect(prefix: Array(bytes.prefix(32_768)), named: "m4a") == nil) }
        let facts = try ContainerTable.read(MemoryFile(bytes), format: .mp3)
        #expect((facts.completeness == .complete) == (junk.remarks != nil))
        #expect(facts.remarks.count == junk.remarks ?? 0)
    }

    @Test(arguments: [100, 4_097, 40_000, 300_000])
    func paddingBehindATagHasAnyLength(_ count: Int) throws {
        let tag = ascii("ID3") + [4, 0, 0, 0, 0, 0, 10] + Array(repeating: 0x55, count: 10)
        let bytes = tag + Array(repeating: 0, count: count) + Self.frames
        #expect(FormatDetector.detect(prefix: Array(bytes.prefix(32_768))) == .mp3)
        let facts = try ContainerTable.read(MemoryFile(bytes), format: .mp3)
        #expect(facts.completeness == .complete && facts.remarks.isEmpty)
    }

    @Test func halfAFrameAndTagsArePassedOver() throws {
        for opening in [Array(Self.frames[200..<417]), ascii("APETAGEX") + Array(repeating: 1, count: 200)] {
            let bytes = opening + Self.frames
            #expect(FormatDetector.detect(prefix: bytes, named: "mp3") == .mp3)
            #expect(try ContainerTable.read(MemoryFile(bytes), format: .mp3).remarks.count == 1)
        }
        #expect(FormatDetector.detect(prefix: ascii("<html>") + Self.frames, named: "png") == nil)
        #expect(FormatDetector.detect(prefix: Array(repeating: 0x20, count: 40_000), named: "mp3") == nil)
    }

    @Test func streamsOfDolbyDigitalPlus() {
        let frame: [UInt8] = [0x0B, 0x77, 0, 7, 0, 0x80] + Array(repeating: 0, count: 10)
        #expect(FormatDetector.detect(prefix: frame + frame) == .enhancedDolbyDigital)
        #expect(FormatDetector.detect(prefix: frame + [0] + frame) == nil)
    }

    @Test(
        arguments: [
            ([0, 0, 1, 0xBA, 0x44] + big(0, 9) + [0, 0, 1, 0xE0], MediaFormat.mpegProgram, true),
            ([0, 0, 1, 0xBA, 0x44] + big(0, 9) + [0, 0, 1, 0xBD], .mpegProgram, true),
            ([0, 0, 1, 0xBA, 0x44] + big(0, 9) + ascii("<html>"), .mpegProgram, false),
            ([0, 0, 1, 0xB3] + big(0, 8) + [0, 0, 1, 0], .mpeg2Video, true),
            ([0, 0, 1, 0xB3] + big(0, 8) + [0, 0, 1, 0xB8], .mpeg2Video, false),
        ] as [([UInt8], MediaFormat, Bool)]
    )
    func streamsOfMPEG(_ bytes: [UInt8], _ format: MediaFormat, isWhole: Bool) throws {
        let facts = try ContainerTable.read(MemoryFile(bytes), format: format)
        #expect((facts.completeness == .complete) == isWhole)
    }
}
