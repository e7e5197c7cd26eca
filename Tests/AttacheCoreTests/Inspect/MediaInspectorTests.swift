import AttacheCore
import AttacheTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MediaInspectorTests {
    private func sample(_ name: String) throws -> [UInt8] {
        try MediaSamples.bytes(try #require(MediaSamples.all.first { $0.name == name }))
    }

    @Test func wholeFileUnderItsName() throws {
        let inspection = try #require(try MediaInspector.inspect(MemoryFile(sample("still.png")), fileExtension: "png"))
        #expect(inspection.format == .png)
        #expect(inspection.name == .agrees)
        #expect(inspection.trailingByteCount == 0)
        #expect(inspection.facts.pixels == PixelSize(width: 160, height: 120))
    }

    @Test func pictureFollowedByAnArchiveIsItsFirstContainer() throws {
        let bytes = try sample("still.gif") + ascii("PK\u{3}\u{4} and a whole archive")
        let inspection = try #require(try MediaInspector.inspect(MemoryFile(bytes), fileExtension: "jar"))
        #expect(inspection.format == .gif)
        #expect(inspection.facts.completeness == .complete)
        #expect(inspection.trailingByteCount == 24)
        #expect(inspection.name == .unknown)
    }

    @Test func pageIsNoMedia() throws {
        #expect(try MediaInspector.inspect(MemoryFile(ascii("<html></html>")), fileExtension: "png") == nil)
    }

    @Test func givenPrefixIsNotReadAgain() throws {
        let bytes = try sample("sound.ogg")
        let file = MemoryFile(bytes)
        _ = try MediaInspector.inspect(file, prefix: Array(bytes.prefix(32_768)))
        #expect(file.readCount == 0)
    }

    @Test func twoBytesOfJPEGAreIncomplete() throws {
        let inspection = try #require(try MediaInspector.inspect(MemoryFile([0xFF, 0xD8])))
        #expect(inspection.format == .jpeg)
        #expect(inspection.facts.completeness != .complete)
    }
}
