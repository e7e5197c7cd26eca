import AttacheCore
import AttacheTesting
import TestWidth
import Testing

/// Handmade HEIC files: a `meta` box with a primary picture among thumbnails and tiles.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct HEICContainerTests {
    private func size(_ width: Int, _ height: Int) -> [UInt8] { fullBox("ispe", big(width, 4), big(height, 4)) }

    private func header(primary: Int?, associations: [UInt8], properties: [UInt8]...) -> [UInt8] {
        fullBox(
            "meta",
            primary.map { fullBox("pitm", big($0, 2)) } ?? [],
            box("iprp", box("ipco", properties.flatMap { $0 }), associations)
        )
    }

    /// Item 1 has property 1; item 2 has properties 2 and 3, the first one essential.
    private func associations(wide: Bool, version: Int) -> [UInt8] {
        let item = version == 0 ? 2 : 4
        let property = wide ? 2 : 1
        let essential = wide ? 0x8000 : 0x80
        return fullBox(
            "ipma",
            version: version,
            flags: wide ? 1 : 0,
            big(2, 4),
            big(1, item) + [1] + big(1, property),
            big(2, item) + [2] + big(2 | essential, property) + big(3, property)
        )
    }

    private static let media = box("mdat", Array(repeating: 1, count: 50))

    private func inspect(_ parts: [UInt8]...) throws -> Inspection? {
        try MediaInspector.inspect(MemoryFile(brands("heic", "mif1") + parts.flatMap { $0 }))
    }

    @Test(arguments: [false, true], [0, 1])
    func primaryPictureDeterminesPixels(wide: Bool, version: Int) throws {
        let header = header(
            primary: 2,
            associations: associations(wide: wide, version: version),
            properties: size(9_000, 9_000),
            box("hvcC", [1, 2, 3]),
            size(4_032, 3_024)
        )
        let inspection = try #require(try inspect(header, Self.media))
        #expect(inspection.format == .heic)
        #expect(inspection.facts.completeness == .complete)
        #expect(inspection.facts.pixels == PixelSize(width: 4_032, height: 3_024))
        #expect(inspection.facts.frames == 1)
    }

    @Test func largestPictureCountsWithoutPrimary() throws {
        let header = header(primary: nil, associations: [], properties: size(10, 10), size(500, 400))
        #expect(try inspect(header, Self.media)?.facts.pixels == PixelSize(width: 500, height: 400))
    }

    @Test func hostilePixelsDoNotOverflow() throws {
        let header = header(primary: nil, associations: [], properties: size(0xFFFF_FFFF, 0xFFFF_FFFF), size(1, 1))
        let pixels = try #require(try inspect(header, Self.media)?.facts.pixels)
        #expect(!pixels.width.multipliedReportingOverflow(by: pixels.height).overflow)
        #expect(pixels.width > 1_000_000)
    }

    @Test func headerAndMediaAreRequired() throws {
        let header = header(primary: nil, associations: [], properties: size(10, 10))
        #expect(try inspect(header)?.facts.completeness != .complete)
        #expect(try inspect(Self.media)?.facts.completeness != .complete)
        #expect(try inspect(header, Array(Self.media.dropLast()))?.facts.completeness != .complete)
        let inside = fullBox("meta", box("idat", [1, 2, 3]))
        #expect(try inspect(inside)?.facts.completeness == .complete)
    }

    @Test func pictureOutsideFileIsExternalData() throws {
        let reference = fullBox("url ", ascii("https://192.0.2.1/\0"))
        let header = fullBox("meta", box("dinf", fullBox("dref", big(1, 4), reference)))
        #expect(try inspect(header, Self.media)?.facts.notes == [.externalData])
    }
}
