import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ByteWindowTests {
    private static let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }

    @Test(arguments: [64, 100, 2_000])
    func numbersAcrossWindowEdgeAreRead(_ size: Int) throws {
        var window = ByteWindow(MemoryFile(Self.bytes), size: size)
        for offset in 0...996 {
            #expect(
                try window.bigEndian(at: offset, 4) == Self.bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            )
            #expect(try window.byte(at: offset) == Self.bytes[offset])
        }
        #expect(try window.littleEndian(at: 1, 2) == 0x0201)
    }

    @Test(arguments: [997, 998, 1_000, Int.max, Int.max - 1, -1, Int.min])
    func numberBeyondEndIsNil(_ offset: Int) throws {
        var window = ByteWindow(MemoryFile(Self.bytes), size: 64)
        #expect(try window.bigEndian(at: offset, 4) == nil)
        _ = try window.byte(at: 999)
        #expect(try window.littleEndian(at: offset, 4) == nil)
        #expect(try window.bytes(at: offset, 4) == nil)
    }
}
