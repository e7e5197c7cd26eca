import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PNGContainerTests {
    /// The header of zlib, which is all that is read of the data.
    private static let data = chunk("IDAT", [0x78, 0x9C])
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func chunk(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
        var crc = CRC32()
        let covered = ascii(type) + content
        crc.add(covered.span)
        return big(content.count, 4) + covered + big(Int(crc.value), 4)
    }

    private func header(_ width: Int, _ height: Int) -> [UInt8] {
        Self.chunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0])
    }

    private func facts(_ parts: [UInt8]...) throws -> ContainerFacts {
        try ContainerTable.read(MemoryFile(Self.signature + parts.flatMap { $0 }), format: .png)
    }

    @Test(arguments: ["still.png", "animated.png"])
    func everyFlippedBitIsDetected(_ name: String) throws {
        let bytes = try MediaSamples.bytes(try #require(MediaSamples.made.first { $0.name == name }))
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            var damaged = bytes
            let offset = Int.random(in: 8..<bytes.count, using: &generator)
            damaged[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            let facts = try ContainerTable.read(MemoryFile(damaged), format: .png)
            // A chunk that is no part of the picture is skipped, with a warning.
            #expect(facts.completeness != .complete || !facts.remarks.isEmpty, "bit flipped at \(offset)")
        }
    }

    @Test func wholePictureIsComplete() throws {
        let facts = try facts(header(60_000, 60_000), Self.data, Self.chunk("IEND"))
        #expect(facts.completeness == .complete)
        #expect(facts.pixels == PixelSize(width: 60_000, height: 60_000))
        #expect(facts.frames == 1)
    }

    @Test func headerAloneIsIncompleteAndHasPixels() throws {
        let facts = try facts(header(60_000, 60_000))
        #expect(facts.completeness == .incomplete("it ends without its end chunk"))
        #expect(facts.pixels == PixelSize(width: 60_000, height: 60_000))
    }

    @Test func misplacedChunksAreIncomplete() throws {
        #expect(try facts(Self.data, header(1, 1), Self.chunk("IEND")).completeness != .complete)
        #expect(try facts(header(1, 1), Self.chunk("IEND")).completeness != .complete)
        #expect(try facts(header(0, 1), Self.data, Self.chunk("IEND")).completeness != .complete)
        #expect(try facts(header(1, 1), header(2, 2), Self.data, Self.chunk("IEND")).completeness != .complete)
        #expect(try facts(header(1, 1), Self.chunk("ID1T", [1]), Self.chunk("IEND")).completeness != .complete)
    }

    @Test func appleVariantIsRead() throws {
        let facts = try facts(Self.chunk("CgBI", [0, 0, 0, 0]), header(1, 1), Self.data, Self.chunk("IEND"))
        #expect(facts.completeness == .complete)
    }

    @Test func frameCountIsTakenFromFrames() throws {
        let control = big(0, 4) + big(1, 4) + big(1, 4) + Array(repeating: 0, count: 14)
        let controls = Array(repeating: Self.chunk("fcTL", control), count: 2_500).flatMap { $0 }
        let facts = try facts(
            header(1, 1),
            Self.chunk("acTL", big(2, 4) + big(0, 4)),
            Self.data,
            controls,
            Self.chunk("IEND")
        )
        #expect(facts.frames == 2_500)
    }

    @Test(arguments: [Int(Int32.max), Int(Int32.max) + 1, Int(UInt32.max)])
    func hostileChunkLengthsAreIncomplete(_ length: Int) throws {
        #expect(try facts(header(1, 1), big(length, 4), ascii("IDAT"), [1, 2, 3, 4]).completeness != .complete)
    }

    @Test(arguments: [(99_990, true), (100_010, false)])
    func chunksAreLimited(count: Int, isComplete: Bool) throws {
        let chunks = Array(repeating: Self.chunk("tEXt"), count: count).flatMap { $0 }
        let facts = try facts(header(1, 1), chunks, Self.data, Self.chunk("IEND"))
        #expect((facts.completeness == .complete) == isComplete)
    }
}
