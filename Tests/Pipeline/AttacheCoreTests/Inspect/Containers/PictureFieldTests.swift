import AttacheCore
import AttacheTesting
import TestWidth
import Testing

/// Fields of JPEG and GIF files that no decoder reads.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PictureFieldTests {
    private static let end: [UInt8] = [0xFF, 0xD9]
    private static let tables = segment(0xDB, [0] + Array(repeating: 1, count: 64))
    private static let scan = segment(0xDA, [1, 1, 0, 0, 0x3F, 0]) + [7]

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(content.count + 2, 2) + content
    }

    private static func frame(
        _ marker: UInt8 = 0xC0,
        bits: UInt8 = 8,
        _ width: Int = 16,
        _ height: Int = 16,
        count: Int = 1,
        sampling: UInt8 = 0x11,
        table: UInt8 = 0
    ) -> [UInt8] {
        let components = (0..<count).flatMap { [UInt8(truncatingIfNeeded: $0), sampling, table] }
        return segment(marker, [bits] + big(height, 2) + big(width, 2) + [UInt8(count)] + components)
    }

    private func jpeg(_ parts: [UInt8]...) throws -> ContainerFacts {
        try ContainerTable.read(MemoryFile([0xFF, 0xD8] + parts.flatMap { $0 }), format: .jpeg)
    }

    private func isUndecodable(_ facts: ContainerFacts, naming field: String) -> Bool {
        guard case .undecodable(let why) = facts.completeness else { return false }
        return why.contains(field)
    }

    @Test(arguments: [
        (frame(0xC0), true), (frame(0xC1), true), (frame(0xC2), true), (frame(0xC3), false), (frame(0xC5), false),
        (frame(0xCB), false), (frame(0xCF), false), (frame(bits: 12), false), (frame(bits: 7), false),
        (frame(count: 3), true), (frame(count: 4), true), (frame(count: 0), false), (frame(count: 2), false),
        (frame(count: 5), false), (frame(count: 7), false), (frame(0xC0, 0, 16), false), (frame(0xC0, 16, 0), false),
        (frame(sampling: 0x44), true), (frame(sampling: 0x51), false), (frame(sampling: 0x10), false),
        (frame(table: 3), false), (frame(table: 4), false),
    ])
    func frameHeaders(_ frame: [UInt8], isRead: Bool) throws {
        let facts = try jpeg(Self.tables, frame, Self.scan, Self.end)
        #expect((facts.completeness == .complete) == isRead)
        #expect((isUndecodable(facts, naming: "SOF") || isUndecodable(facts, naming: "DQT")) != isRead)
    }

    @Test func arithmeticCodingIsACodec() throws {
        let facts = try jpeg(Self.tables, Self.frame(0xC9), Self.scan, Self.end)
        #expect(facts.completeness == .complete)
        #expect(facts.remarks == [.codec("a picture with arithmetic coding (SOF9)")])
    }

    /// A decompression bomb must not hide behind a marker that decoders do not read.
    @Test func linesOnlyReplaceAHeightOfZero() throws {
        let lines = Self.segment(0xDC, big(1, 2))
        let bomb = try jpeg(Self.tables, Self.frame(0xC0, 65_535, 65_535), Self.scan, lines, Self.end)
        #expect(bomb.pixels == PixelSize(width: 65_535, height: 65_535))
        let late = try jpeg(Self.tables, Self.frame(0xC0, 16, 0), Self.scan, lines, Self.end)
        #expect(late.pixels == PixelSize(width: 16, height: 1))
        #expect(late.completeness == .complete && late.remarks.count == 1)
    }

    @Test func framesAndScansHaveTheirOrder() throws {
        let two = try jpeg(Self.tables, Self.frame(0xC0, 65_535, 65_535), Self.frame(), Self.scan, Self.end)
        #expect(isUndecodable(two, naming: "SOF"))
        #expect(isUndecodable(try jpeg(Self.tables, Self.scan, Self.frame(), Self.end), naming: "SOS"))
        #expect(isUndecodable(try jpeg(Self.frame(), Self.scan, Self.end), naming: "DQT"))
        let cut = Self.segment(0xDB, [0] + Array(repeating: 1, count: 63))
        #expect(isUndecodable(try jpeg(cut, Self.frame(), Self.scan, Self.end), naming: "DQT"))
        let wide = Self.segment(0xDB, [0x10] + Array(repeating: 1, count: 128))
        #expect(try jpeg(wide, Self.frame(), Self.scan, Self.end).completeness == .complete)
    }

    @Test func endMarkOfJPEG() throws {
        let whole = Self.tables + Self.frame() + Self.scan
        #expect(try jpeg(whole).completeness == .unterminated("it ends without its end marker"))
        #expect(try jpeg(whole, [0xFF]).completeness == .unterminated("it ends without its end marker"))
        #expect(try jpeg(Self.tables, Self.frame()).completeness != .unterminated("it ends without its end marker"))
    }

    private static func picture(_ width: Int, _ height: Int, flags: UInt8 = 0, _ data: [UInt8]) -> [UInt8] {
        let colors = flags & 0x80 == 0 ? [] : Array(repeating: UInt8(0), count: 6)
        return [0x2C] + little(0, 4) + little(width, 2) + little(height, 2) + [flags] + colors + data
    }

    @Test(
        arguments: [
            (0x80, picture(2, 2, [2, 1, 9, 0]), nil), (0, picture(2, 2, flags: 0x80, [2, 1, 9, 0]), nil),
            (0x80, picture(2, 2, [11, 1, 9, 0]), nil), (0x80, picture(2, 2, [12, 1, 9, 0]), "LZW"),
            (0x80, picture(2, 2, [0, 1, 9, 0]), "LZW"), (0x80, picture(2, 2, [255, 1, 9, 0]), "LZW"),
            (0x80, picture(2, 2, [2, 0]), "LZW"), (0x80, picture(0, 0, [2, 1, 9, 0]), "descriptor"),
            (0x80, picture(2, 0, [2, 1, 9, 0]), "descriptor"), (0, picture(2, 2, [2, 1, 9, 0]), "color table"),
        ] as [(UInt8, [UInt8], String?)]
    )
    func firstPictureOfGIF(flags: UInt8, picture: [UInt8], field: String?) throws {
        let colors = flags & 0x80 == 0 ? [] : Array(repeating: UInt8(0), count: 6)
        let bytes = ascii("GIF89a") + little(2, 2) + little(2, 2) + [flags, 0, 0] + colors + picture + [0x3B]
        let facts = try ContainerTable.read(MemoryFile(bytes), format: .gif)
        #expect((facts.completeness == .complete) == (field == nil))
        if let field { #expect(isUndecodable(facts, naming: field)) }
        guard field == nil else { return }
        let open = try ContainerTable.read(MemoryFile(Array(bytes.dropLast())), format: .gif)
        #expect(open.completeness == .unterminated("it ends without its trailer"))
    }
}
