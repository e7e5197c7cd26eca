import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct GIFContainerTests {
    private static let picture: [UInt8] = [0x2C] + little(0, 4) + little(10, 2) + little(20, 2) + [0, 2, 2, 9, 9, 0]

    private func header(_ width: Int, _ height: Int, flags: UInt8 = 0x80, colors: Int = 2) -> [UInt8] {
        ascii("GIF89a") + little(width, 2) + little(height, 2) + [flags, 0, 0] + Array(repeating: 0, count: 3 * colors)
    }

    private func facts(_ parts: [UInt8]...) throws -> ContainerFacts {
        try ContainerTable.read(MemoryFile(parts.flatMap { $0 }), format: .gif)
    }

    @Test func wholeBlocksWithoutTrailerAreIncomplete() throws {
        let start = header(10, 20)
        #expect(try facts(start, Self.picture, [0x3B]).completeness == .complete)
        #expect(try facts(start, Self.picture).completeness == .unterminated("it ends without its trailer"))
        #expect(try facts(start, Array(Self.picture.dropLast())).completeness != .complete)
        #expect(try facts(start, [0x3B]).completeness == .incomplete("it has no picture"))
    }

    @Test func tenThousandPicturesAreCounted() throws {
        let pictures = Array(repeating: Self.picture, count: 10_000).flatMap { $0 }
        #expect(try facts(header(10, 20), pictures, [0x3B]).frames == 10_000)
    }

    @Test func picturesWidenTheScreen() throws {
        #expect(try facts(header(1, 1), Self.picture, [0x3B]).pixels == PixelSize(width: 10, height: 20))
        #expect(try facts(header(100, 5), Self.picture, [0x3B]).pixels == PixelSize(width: 100, height: 20))
    }

    @Test func colourTablesAreSkipped() throws {
        let table = Array(repeating: UInt8(0x3B), count: 3 * 256)
        let facts = try facts(header(10, 20, flags: 0x87, colors: 0), table, Self.picture, [0x3B])
        #expect(facts.completeness == .complete)
        #expect(facts.end == 13 + table.count + Self.picture.count + 1)
    }

    @Test func extensionsAndSecondTerminatorsAreSkipped() throws {
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 0, 0, 0, 0]
        #expect(try facts(header(10, 20), control, Self.picture, [0, 0], [0x3B]).completeness == .complete)
        #expect(try facts(header(10, 20), control, [0x77], Self.picture, [0x3B]).completeness != .complete)
    }

    @Test(arguments: 0..<13)
    func cutHeaderIsIncomplete(_ count: Int) throws {
        #expect(try facts(Array(header(10, 20).prefix(count))).completeness != .complete)
    }

    @Test func endlessSmallBlocksAreCapped() throws {
        let blocks = Array(repeating: [1, 7] as [UInt8], count: 2_000_100).flatMap { $0 }
        let facts = try facts(header(10, 20), Array(Self.picture.dropLast()), blocks, [0], [0x3B])
        #expect(facts.notes == [.tooManyParts])
        #expect(facts.completeness != .complete)
    }
}
