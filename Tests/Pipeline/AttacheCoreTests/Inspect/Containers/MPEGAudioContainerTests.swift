import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MPEGAudioContainerTests {
    /// A tag of `count` bytes, including its header.
    private func tag(_ count: Int) -> [UInt8] {
        let body = count - 10
        let size = [21, 14, 7, 0].map { UInt8(body >> $0 & 0x7F) }
        return ascii("ID3") + [4, 0, 0] + size + Array(repeating: 0x55, count: body)
    }

    private func sample(_ name: String) throws -> [UInt8] {
        try MediaSamples.bytes(try #require(MediaSamples.made.first { $0.name == name }))
    }

    private func inspect(_ bytes: [UInt8]) throws -> Inspection? {
        try MediaInspector.inspect(MemoryFile(bytes))
    }

    @Test(arguments: [100, 32_767, 32_768, 32_769, 200_000])
    func audioAfterLongTagIsFound(_ count: Int) throws {
        let inspection = try #require(try inspect(tag(count) + (try sample("bare.mp3"))))
        #expect(inspection.format == .mp3)
        #expect(inspection.facts.completeness == .complete)
    }

    @Test func otherAudioAfterLongTagIsDetected() throws {
        #expect(try inspect(tag(40_000) + (try sample("sound.aac")))?.format == .adts)
        #expect(try inspect(tag(40_000) + (try sample("sound.flac")))?.format == .flac)
        #expect(try inspect(tag(500) + (try sample("sound.aac")))?.format == .adts)
        #expect(try inspect(tag(500) + tag(500) + (try sample("bare.mp3")))?.format == .mp3)
    }

    @Test func tagWithoutAudioIsIncomplete() throws {
        #expect(try inspect(tag(40_000))?.facts.completeness != .complete)
        #expect(try inspect(Array(tag(100_000).prefix(50_000)))?.facts.completeness != .complete)
        #expect(try inspect(tag(40_000) + ascii("<html>not sound</html>"))?.facts.completeness != .complete)
    }
}
