import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MPEGStreamContainerTests {
    @Test func lateHeaderIsFoundUpToLimit() throws {
        let sequence = [0, 0, 1, 0xB3] + big(320 << 12 | 240, 3) + [0x13, 0xFF, 0xFF, 0xE0, 0, 0, 0, 1, 0xB8]
        for (distance, isFound) in [(0, true), (65_529, true), (65_530, true), (262_000, true), (262_145, false)] {
            let bytes =
                [0, 0, 1, 0xBA, 0x44, 0, 0, 1, 0xE0] + Array(repeating: 2, count: distance) + sequence + [0, 0, 0, 0]
            let facts = try ContainerTable.read(MemoryFile(bytes), format: .mpegProgram)
            #expect((facts.pixels == PixelSize(width: 320, height: 240)) == isFound, "header at \(distance)")
            #expect(facts.completeness == .complete)
        }
    }
}
