import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JPEGContainerTests {
    private static let end: [UInt8] = [0xFF, 0xD9]
    private static let tables: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + Array(repeating: 1, count: 64)

    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(content.count + 2, 2) + content
    }

    private func frame(_ marker: UInt8, width: Int, height: Int) -> [UInt8] {
        segment(marker, [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0])
    }

    private func scan(_ data: [UInt8]) -> [UInt8] { segment(0xDA, [1, 1, 0, 0, 0x3F, 0]) + data }

    private func facts(_ parts: [UInt8]...) throws -> ContainerFacts {
        try ContainerTable.read(MemoryFile([0xFF, 0xD8] + Self.tables + parts.flatMap { $0 }), format: .jpeg)
    }

    @Test func progressivePictureWithRestartsIsReadToItsEnd() throws {
        let first = scan([1, 2, 0xFF, 0x00, 3, 0xFF, 0xD0, 4, 0xFF, 0xD7, 5])
        let second = segment(0xC4, [0]) + scan([0xFF, 0x00, 0xFF, 0xFF, 0x00, 9])
        let whole = frame(0xC2, width: 300, height: 200) + first + second
        let facts = try facts(whole, Self.end)
        #expect(facts.completeness == .complete)
        #expect(facts.pixels == PixelSize(width: 300, height: 200))
        #expect(facts.end == whole.count + Self.tables.count + 4)
        #expect(try self.facts(whole).completeness != .complete)
        #expect(try self.facts(whole, [0xFF]).completeness != .complete)
    }

    /// A restart after each row of blocks creates many markers, which are not segments.
    @Test func restartsAreNotLimited() throws {
        let rows = Array(repeating: [7, 0xFF, 0xD3] as [UInt8], count: 70_000).flatMap { $0 }
        #expect(try facts(frame(0xC0, width: 8, height: 8), scan(rows), Self.end).completeness == .complete)
    }

    @Test func endOfThumbnailIsNotEndOfPicture() throws {
        let sample = try MediaSamples.bytes(try #require(MediaSamples.made.first { $0.name == "still.jpg" }))
        let thumbnail = segment(0xE1, ascii("Exif\0\0") + sample)
        let picture = Array(sample.dropFirst(2))
        let whole = try facts(thumbnail, picture)
        #expect(whole.completeness == .complete)
        #expect(whole.end == 2 + Self.tables.count + thumbnail.count + picture.count)
        #expect(try facts(thumbnail, Array(picture.dropLast(2))).completeness != .complete)
        #expect(try facts(thumbnail).completeness != .complete)
    }

    @Test func linesMayFollowFirstScan() throws {
        let facts = try facts(frame(0xC0, width: 64, height: 0), scan([7]), segment(0xDC, big(48, 2)), Self.end)
        #expect(facts.pixels == PixelSize(width: 64, height: 48))
    }

    @Test func fillBytesAndStrayBytesAreSkipped() throws {
        let facts = try facts(
            [0xFF, 0xFF],
            frame(0xC0, width: 8, height: 8),
            [0, 0],
            scan([7]),
            [0xFF, 0xFF],
            Self.end
        )
        #expect(facts.completeness == .complete)
    }

    @Test func pictureWithoutDataIsIncomplete() throws {
        #expect(try facts().completeness != .complete)
        #expect(try facts(Self.end).completeness != .complete)
        #expect(try facts(frame(0xC0, width: 8, height: 8), Self.end).completeness != .complete)
        #expect(try facts(scan([1]), Self.end).completeness != .complete)
    }

    @Test func nestedSecondPictureIsIncomplete() throws {
        let start = frame(0xC0, width: 8, height: 8) + scan([1])
        #expect(try facts(start, [0xFF, 0xD8], start, Self.end).completeness != .complete)
    }

    @Test(arguments: [0, 1])
    func impossibleSegmentLengthsAreIncomplete(_ length: Int) throws {
        #expect(try facts([0xFF, 0xE0], big(length, 2), Self.end).completeness != .complete)
    }

    @Test(arguments: [(65_000, true), (65_600, false)])
    func segmentsAreLimited(count: Int, isComplete: Bool) throws {
        let segments = Array(repeating: segment(0xE5, []), count: count).flatMap { $0 }
        let facts = try facts(segments, frame(0xC0, width: 8, height: 8), scan([1]), Self.end)
        #expect((facts.completeness == .complete) == isComplete)
        #expect(facts.notes.contains(.tooManyParts) != isComplete)
    }
}
