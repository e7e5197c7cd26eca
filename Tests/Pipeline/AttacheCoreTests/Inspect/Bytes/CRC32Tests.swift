import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct CRC32Tests {
    @Test func standardCheckValueMatches() {
        var crc = CRC32()
        crc.add(ascii("123456789").span)
        #expect(crc.value == 0xCBF4_3926)
    }

    @Test func emptyInputIsZero() {
        #expect(CRC32().value == 0)
    }

    @Test(arguments: 0..<40)
    func piecesMatchWhole(_ cut: Int) {
        let bytes = (0..<40).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        var whole = CRC32()
        whole.add(bytes.span)
        var pieces = CRC32()
        let (first, second) = (Array(bytes[..<cut]), Array(bytes[cut...]))
        pieces.add(first.span)
        pieces.add(second.span)
        #expect(pieces.value == whole.value)
    }
}
