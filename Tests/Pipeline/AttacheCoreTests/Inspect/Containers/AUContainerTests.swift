import AttacheCore
import AttacheTesting
import TestWidth
import Testing

/// The header of an AU file: at least 24 bytes, with the offset of the audio at 4 and its length at 8.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct AUContainerTests {
    private func facts(start: UInt8, length: UInt8, count: Int) throws -> ContainerFacts {
        let header: [UInt8] = [0x2E, 0x73, 0x6E, 0x64, 0, 0, 0, start, 0, 0, 0, length]
        let bytes = header + big(1, 4) + big(8_000, 4) + big(1, 4) + [UInt8](repeating: 0, count: count - 24)
        return try ContainerTable.read(MemoryFile(bytes), format: .au)
    }

    @Test(
        arguments: [
            ("all of it", 24, 8, 32, true, 32), ("one byte short", 24, 8, 31, false, 31),
            ("something behind it", 24, 8, 40, true, 32), ("a longer header", 32, 1, 33, true, 33),
            ("no sound", 24, 0, 40, false, 40), ("sound inside of the header", 23, 8, 40, false, 40),
        ] as [(String, UInt8, UInt8, Int, Bool, Int)]
    )
    func declaredLengthCounts(_ what: String, start: UInt8, length: UInt8, count: Int, isWhole: Bool, end: Int) throws {
        let facts = try facts(start: start, length: length, count: count)
        #expect((facts.completeness == .complete) == isWhole, "\(what)")
        #expect(facts.end == end, "\(what)")
    }

    @Test func audioOfUnknownLengthExtendsToEnd() throws {
        let bytes: [UInt8] =
            [0x2E, 0x73, 0x6E, 0x64, 0, 0, 0, 24, 255, 255, 255, 255] + big(1, 4) + big(8_000, 4) + big(1, 4)
            + [UInt8](repeating: 0, count: 8)
        let facts = try ContainerTable.read(MemoryFile(bytes), format: .au)
        #expect(facts.completeness == .complete && facts.end == 32)
    }
}
