import AttacheCore
import MagicInspect
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct DeflateChecksumTests {
    private static let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 8) }

    /// Around the widths of its steps, and one read of a file.
    static let lengths = Array(0...130) + [255, 256, 257, 1_023, 1_024, 1_025, 65_535, 65_536, 70_000]

    @Test(arguments: lengths)
    func checksumMatchesTables(_ length: Int) {
        let piece = Array(Self.bytes.prefix(length))
        for before in [0, 1, 0xFFFF_FFFF] as [UInt32] {
            let expected = TableChecksum().crc32(piece.span, after: before)
            #expect(DeflateChecksum().crc32(piece.span, after: before) == expected)
        }
    }
}
