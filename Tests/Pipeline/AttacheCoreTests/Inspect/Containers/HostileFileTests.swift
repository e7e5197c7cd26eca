import AttacheCore
import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

/// No file content may trap, hang or cause unbounded reads.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct HostileFileTests {
    /// One format of each reader.
    private static let formats: [MediaFormat] = [
        .jpeg, .png, .gif, .webp, .avi, .wav, .aiff, .mp4, .quickTime, .heic, .mp3, .adts, .mpegProgram, .mpeg2Video,
        .coreAudio, .au, .ogg,
    ]

    /// Prefixes that pass a reader's first check.
    private static let openings: [[UInt8]] = [
        [], [0xFF, 0xD8, 0xFF, 0xDA, 0, 8], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], ascii("GIF89a"),
        riff("AVI ", []), riff("WEBP", []), ascii("FORM\0\0\u{10}\0AIFF"), brands("isom"), brands("heic", "mif1"),
        ascii("ID3") + [4, 0, 0, 0, 0, 0, 9], [0, 0, 1, 0xB3], [0, 0, 1, 0xBA, 0x44], [0xFF, 0xFB, 0x90, 0],
        ascii("caff\0\u{1}\0\0"), ascii(".snd"), box("moov"), box("ftyp"),
    ]

    private func check(_ bytes: [UInt8], as formats: [MediaFormat]) throws {
        _ = FormatDetector.detect(prefix: bytes)
        _ = ContentDescription.describe(bytes)
        for format in formats {
            let file = MemoryFile(bytes)
            let facts = try ContainerTable.read(file, format: format)
            #expect(facts.end >= 0 && facts.end <= bytes.count)
            #expect(file.readCount <= 16 * bytes.count + 300_000)
        }
    }

    @Test(arguments: openings.indices)
    func randomBytesNeverTrap(_ opening: Int) throws {
        var generator = SeededGenerator(seed: UInt64(opening))
        for _ in 0..<150 {
            let count = Int.random(in: 0..<600, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            try check(Self.openings[opening] + bytes, as: Self.formats)
        }
    }

    @Test(arguments: MediaSamples.all.filter { $0.name != "large.jpg" })
    func changedFilesNeverTrap(_ sample: MediaSample) throws {
        let whole = try MediaSamples.bytes(sample)
        // The interesting bytes are near the start and, for many formats, near the end.
        let bytes = whole.count > 8_192 ? Array(whole.prefix(4_096) + whole.suffix(4_096)) : whole
        let format = try #require(FormatDetector.detect(prefix: bytes, named: sample.fileExtension))
        var generator = SeededGenerator(seed: UInt64(bytes.count))
        let hostile: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF]
        for _ in 0..<60 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let offset = Int.random(in: 0..<changed.count, using: &generator)
                let length = min(Int.random(in: 1...8, using: &generator), changed.count - offset)
                let value = hostile.randomElement(using: &generator) ?? 0
                for index in offset..<offset + length { changed[index] = value }
            }
            if Bool.random(using: &generator) {
                changed.removeLast(Int.random(in: 0..<changed.count, using: &generator))
            }
            try check(changed, as: [format])
        }
    }

    @Test(arguments: formats, [0x00, 0x01, 0x2C, 0x47, 0xFF] as [UInt8])
    func uniformFilesTerminate(_ format: MediaFormat, _ value: UInt8) throws {
        try check(Array(repeating: value, count: 300_000), as: [format])
    }

    @Test(arguments: formats)
    func shortFilesDoNotTrap(_ format: MediaFormat) throws {
        for count in 0..<20 { try check(Array(repeating: 0, count: count), as: [format]) }
        for opening in Self.openings {
            for count in 0...opening.count { try check(Array(opening.prefix(count)), as: [format]) }
        }
    }

    @Test(arguments: formats)
    func shrunkFileDoesNotTrap(_ format: MediaFormat) throws {
        _ = try ContainerTable.read(ShrunkFile(), format: format)
    }

    @Test(arguments: formats)
    func unreadableFileThrows(_ format: MediaFormat) throws {
        guard format != .ogg else { return }
        #expect(throws: SystemCallError(operation: "read", code: 5)) {
            try ContainerTable.read(UnreadableFile(), format: format)
        }
    }

    private struct ShrunkFile: ByteSource {
        let byteCount = 1_000_000

        func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
            offset < 5_000 ? Array(repeating: 0x47, count: min(count, 5_000 - offset)) : []
        }
    }

    private struct UnreadableFile: ByteSource {
        let byteCount = 1_000_000

        func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
            throw SystemCallError(operation: "read", code: 5)
        }
    }
}
