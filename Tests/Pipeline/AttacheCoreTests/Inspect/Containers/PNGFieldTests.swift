import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia

/// Fields of a PNG that no decoder reads, and faults that decoders pass over.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PNGFieldTests {
    private static let data = chunk("IDAT", [0x78, 0x9C, 1])
    private static let end = chunk("IEND")
    private static let animation = chunk("acTL", big(2, 4) + big(0, 4))

    private static func chunk(_ type: String, _ content: [UInt8] = [], isIntact: Bool = true) -> [UInt8] {
        var crc = CRC32()
        crc.add((ascii(type) + content).span)
        return big(content.count, 4) + ascii(type) + content + big(Int(crc.value) ^ (isIntact ? 0 : 1), 4)
    }

    private static func header(_ fields: [UInt8] = [8, 2, 0, 0, 0]) -> [UInt8] {
        chunk("IHDR", big(10, 4) + big(20, 4) + fields)
    }

    private static func frame(_ width: Int, _ height: Int, _ left: Int, _ top: Int) -> [UInt8] {
        chunk("fcTL", big(0, 4) + [width, height, left, top].flatMap { big($0, 4) } + big(0, 6))
    }

    private func facts(_ parts: [UInt8]...) throws -> ContainerFacts {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return try ContainerTable.read(MemoryFile(signature + parts.flatMap { $0 }), format: .png)
    }

    private func isUndecodable(_ facts: ContainerFacts, naming field: String) -> Bool {
        guard case .undecodable(let why) = facts.completeness else { return false }
        return why.contains(field)
    }

    @Test(
        arguments: [
            ([8, 2, 0, 0, 0], true), ([16, 2, 0, 0, 1], true), ([1, 0, 0, 0, 0], true), ([16, 6, 0, 0, 0], true),
            ([4, 2, 0, 0, 0], false), ([3, 0, 0, 0, 0], false), ([16, 3, 0, 0, 0], false), ([8, 1, 0, 0, 0], false),
            ([8, 9, 0, 0, 0], false), ([32, 2, 0, 0, 0], false), ([8, 2, 1, 0, 0], false), ([8, 2, 0, 1, 0], false),
            ([8, 2, 0, 0, 2], false),
        ] as [([UInt8], Bool)]
    )
    func fieldsOfTheHeader(_ fields: [UInt8], isRead: Bool) throws {
        let facts = try facts(Self.header(fields), Self.data, Self.end)
        #expect((facts.completeness == .complete) == isRead)
        #expect(isUndecodable(facts, naming: "IHDR") != isRead)
    }

    @Test(
        arguments: [
            ([0x78, 0x9C], true), ([0x08, 0x1D], true), ([0x78, 0x9D], false), ([0x79, 0x9C], false),
            ([0x88, 0x1C], false),
            ([0x78, 0xBB], false), ([], false), ([0x78], false), ([0, 0], false),
        ] as [([UInt8], Bool)]
    )
    func headerOfTheData(_ data: [UInt8], isRead: Bool) throws {
        for parts in [Self.chunk("IDAT", data), data.flatMap { Self.chunk("IDAT", [$0]) } + Self.chunk("IDAT")] {
            let facts = try facts(Self.header(), parts, Self.end)
            #expect((facts.completeness == .complete) == isRead)
            #expect(isUndecodable(facts, naming: "IDAT") != isRead)
            // Apple's own variant has no header of zlib.
            let apple = try self.facts(Self.chunk("CgBI", [0, 0, 0, 0]), Self.header(), parts, Self.end)
            #expect((apple.completeness == .complete) == !data.isEmpty)
        }
    }

    @Test func dataAreInOneRow() throws {
        #expect(try facts(Self.header(), Self.data, Self.data, Self.end).completeness == .complete)
        let facts = try facts(Self.header(), Self.data, Self.chunk("tEXt"), Self.data, Self.end)
        #expect(isUndecodable(facts, naming: "IDAT"))
    }

    @Test(arguments: [(3, true), (768, true), (0, false), (2, false), (771, false)])
    func paletteOfIndexedColors(count: Int, isRead: Bool) throws {
        let palette = Self.chunk("PLTE", Array(repeating: 0, count: count))
        let facts = try facts(Self.header([8, 3, 0, 0, 0]), palette, Self.data, Self.end)
        #expect((facts.completeness == .complete) == isRead)
        #expect(isUndecodable(try self.facts(Self.header([8, 3, 0, 0, 0]), Self.data, Self.end), naming: "PLTE"))
    }

    @Test(arguments: [
        (10, 20, 0, 0, true), (1, 1, 9, 19, true), (10, 20, 1, 0, false), (10, 20, 0, 1, false), (11, 20, 0, 0, false),
        (10, 21, 0, 0, false), (0, 1, 0, 0, false), (1, 0, 0, 0, false), (60_000, 60_000, 0, 0, false),
        (0xFFFF_FFFF, 1, 0xFFFF_FFFF, 0, false),
    ])
    func framesAreInside(width: Int, height: Int, left: Int, top: Int, isRead: Bool) throws {
        let frame = Self.frame(width, height, left, top)
        let facts = try facts(Self.header(), Self.animation, Self.data, frame, Self.end)
        #expect((facts.completeness == .complete) == isRead)
        #expect(isUndecodable(facts, naming: "fcTL") != isRead)
    }

    @Test(arguments: [
        ("tEXt", true), ("gAMA", true), ("fdAT", false), ("acTL", false), ("sPLT", true), ("TEXT", false),
    ])
    func wrongChecksums(_ type: String, isSkipped: Bool) throws {
        let damaged = Self.chunk(type, Array(repeating: 1, count: 8), isIntact: false)
        let facts = try facts(Self.header(), damaged, Self.data, Self.end)
        #expect((facts.completeness == .complete) == isSkipped)
        #expect((facts.remarks == [.irregular("the checksum of its chunk \(type) is wrong")]) == isSkipped)
    }

    @Test func endChunkIsTheEndMark() throws {
        let whole = Self.header() + Self.data
        for end in [[], Array(Self.end.prefix(4)), Array(Self.end.dropLast()), Self.chunk("IEND", isIntact: false)] {
            guard case .unterminated = try facts(whole, end).completeness else {
                Issue.record("\(end.count) bytes of the end chunk")
                continue
            }
        }
        #expect(try facts(Self.header()).completeness == .incomplete("it ends without its end chunk"))
    }
}
