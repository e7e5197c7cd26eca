import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct AIFFContainerTests {
    private func form(_ content: [UInt8], length: Int? = nil) -> [UInt8] {
        ascii("FORM") + big(length ?? content.count + 4, 4) + ascii("AIFF") + content
    }

    private static let common =
        ascii("COMM") + big(18, 4) + big(1, 2) + big(1, 4) + big(8, 2) + big(0x400B, 2) + big(0xFA00, 2)
        + Array(repeating: 0, count: 6)
    private static let sound = ascii("SSND") + big(9, 4) + Array(repeating: 0, count: 10)

    private func completeness(_ bytes: [UInt8]) throws -> Completeness {
        try ContainerTable.read(MemoryFile(bytes), format: .aiff).completeness
    }

    @Test func bothChunksAreRequired() throws {
        #expect(try completeness(form(Self.common + Self.sound)) == .complete)
        #expect(try completeness(form(Self.common)) == .incomplete("it has no sound"))
        #expect(try completeness(form(Self.sound)) == .incomplete("it has no sound"))
    }

    @Test(arguments: [0, 3, 1_000, 0xFFFF_FFFF])
    func declaredLengthMustBePresent(_ length: Int) throws {
        #expect(try completeness(form(Self.common + Self.sound, length: length)) != .complete)
    }
}
