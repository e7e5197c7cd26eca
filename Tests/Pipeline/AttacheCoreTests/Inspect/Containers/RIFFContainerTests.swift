import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RIFFContainerTests {
    private static let format =
        little(1, 2) + little(1, 2) + little(8_000, 4) + little(8_000, 4) + little(1, 2) + little(8, 2)
    private static let wave = riffChunk("fmt ", format) + riffChunk("data", [1, 2, 3])

    private func facts(_ bytes: [UInt8], _ format: MediaFormat) throws -> ContainerFacts {
        try ContainerTable.read(MemoryFile(bytes), format: format)
    }

    @Test func finalPadByteIsOptional() throws {
        let padded = riff("WAVE", Self.wave)
        #expect(try facts(padded, .wav).completeness == .complete)
        // Some writers count the pad byte in the size, some do not, some omit it.
        var uncounted = padded
        uncounted.replaceSubrange(4..<8, with: little(padded.count - 9, 4))
        #expect(try facts(uncounted, .wav).completeness == .complete)
        #expect(try facts(uncounted, .wav).end == padded.count)
        #expect(try facts(Array(uncounted.dropLast()), .wav).completeness == .complete)
        #expect(try facts(Array(uncounted.dropLast(2)), .wav).completeness != .complete)
    }

    @Test(arguments: [1, 3, 4, 11, 0x7FFF_EFFF, 0x7FFF_FFFF, 0xFFFF_FFFE])
    func wrongLengthsAreIncomplete(_ length: Int) throws {
        var bytes = riff("WAVE", Self.wave)
        bytes.replaceSubrange(4..<8, with: little(length, 4))
        #expect(try facts(bytes, .wav).completeness != .complete)
    }

    @Test(arguments: [0x7FFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFF])
    func wrongChunkLengthsAreIncomplete(_ length: Int) throws {
        var bytes = riff("WAVE", Self.wave)
        bytes.replaceSubrange(16..<20, with: little(length, 4))
        #expect(try facts(bytes, .wav).completeness == .incomplete("it ends inside a chunk"))
    }

    @Test func largeVideoContinuesInFurtherForms() throws {
        let main = ascii("avih") + little(56, 4) + Array(repeating: 0, count: 32) + little(640, 4) + little(480, 4)
        let stream =
            riffChunk("strh", ascii("vids") + ascii("MJPG"))
            + riffChunk("strf", little(40, 4) + big(0, 12) + ascii("MJPG"))
        let lists = Array(repeating: 0, count: 16) + riffChunk("LIST", ascii("strl") + stream)
        let first = riff("AVI ", riffChunk("LIST", ascii("hdrl") + main + lists) + riffChunk("LIST", ascii("movi1234")))
        let second = riff("AVIX", riffChunk("LIST", ascii("movi1234")))
        let whole = try facts(first + second, .avi)
        #expect(whole.completeness == .complete)
        #expect(whole.pixels == PixelSize(width: 640, height: 480))
        #expect(whole.end == first.count + second.count)
        #expect(try facts(first + second.dropLast(), .avi).completeness != .complete)
        #expect(try facts(first + riff("WAVE", []), .avi).end == first.count)
    }

    @Test func soundAndPicturesAreRequired() throws {
        #expect(try facts(riff("WAVE", riffChunk("data", [1, 2])), .wav).completeness != .complete)
        #expect(try facts(riff("WAVE", riffChunk("fmt ", [1, 2])), .wav).completeness != .complete)
        #expect(try facts(riff("AVI ", riffChunk("LIST", ascii("movi"))), .avi).completeness != .complete)
        #expect(try facts(riff("WEBP", riffChunk("EXIF", [1, 2])), .webp).completeness != .complete)
    }

    @Test func canvasBombIsDetectedByItsHeader() throws {
        let canvas = riffChunk("VP8X", [2, 0, 0, 0] + little(16_383, 3) + little(16_383, 3))
        let frames = Array(repeating: riffChunk("ANMF", Array(repeating: 0, count: 16)), count: 3_000).flatMap { $0 }
        let facts = try facts(riff("WEBP", canvas + frames), .webp)
        #expect(facts.pixels == PixelSize(width: 16_384, height: 16_384))
        #expect(facts.frames == 3_000)
    }
}
