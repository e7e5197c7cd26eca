import LoopbackOrigin

@testable import AttacheCore
@testable import AttacheMedia

/// Media built byte by byte, with one fault each.
enum HostileMedia {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A PNG's chunk with its checksum.
    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        var checksum = CRC32()
        checksum.add(body.span)
        return big(content.count, 4) + body + big(Int(checksum.value), 4)
    }

    /// A PNG's first chunk: 8 bits, colour.
    static func header(width: Int, height: Int) -> [UInt8] {
        signature + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0])
    }

    /// A complete PNG whose data does not match its size.
    static func png(width: Int, height: Int, extra: [UInt8] = []) -> [UInt8] {
        header(width: width, height: height) + extra
            + chunk("IDAT", [0x78, 0x9C] + [UInt8](repeating: 0, count: 10_000))
            + chunk("IEND", [])
    }

    /// A PNG whose one data chunk never ends.
    static let openPNG = header(width: 100, height: 100) + big(0x7FFF_FFFF, 4) + Array("IDAT".utf8)

    /// An MP4 whose media data never ends.
    static let openMP4 =
        box("ftyp", Array("isom".utf8) + big(0, 4) + Array("mp42".utf8)) + big(0, 4) + Array("mdat".utf8)

    /// A complete GIF of one pixel with many frames.
    static func gif(frameCount: Int) -> [UInt8] {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
        let start = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
        return start + Array(repeating: frame, count: frameCount).flatMap { $0 } + [0x3B]
    }

    /// A lossless WebP with a canvas of 16,384 × 16,384 pixels.
    static let wideWebP: [UInt8] = {
        let picture: [UInt8] = [0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0]
        let content = Array("WEBPVP8L".utf8) + little(picture.count, 4) + picture
        return Array("RIFF".utf8) + little(content.count, 4) + content
    }()

    /// An MP4 whose only track is at a URL.
    static func movie(dataAt location: String, behind first: [UInt8] = []) -> [UInt8] {
        let reference = box("url ", [0, 0, 0, 0] + Array(location.utf8) + [0])
        let references = box("dref", [0, 0, 0, 0] + big(1, 4) + reference)
        let handler = box("hdlr", [0, 0, 0, 0] + big(0, 4) + Array("vide".utf8) + [UInt8](repeating: 0, count: 13))
        let information = box("minf", box("dinf", references))
        let track = box("trak", box("mdia", handler + information))
        let brands = box("ftyp", Array("isom".utf8) + big(0, 4) + Array("mp42".utf8))
        return (first.isEmpty ? brands : first) + box("moov", track) + box("mdat", [0, 0, 0, 0])
    }

    /// The first bytes of a file of the ISO family, by its brand.
    static func branded(_ brand: String) -> [UInt8] {
        box("ftyp", Array(brand.utf8) + big(0, 4) + Array(brand.utf8)) + box("free", [UInt8](repeating: 0, count: 64))
    }

    /// A JPEG with a comment segment after its first marker segment.
    static func jpeg(comment: String) -> [UInt8] {
        let jpeg = SampleMedia.photoJPEG.bytes
        let end = 4 + Int(jpeg[4]) << 8 + Int(jpeg[5])
        let segment = [0xFF, 0xFE] + big(comment.utf8.count + 2, 2) + Array(comment.utf8)
        return Array(jpeg.prefix(end)) + segment + jpeg.dropFirst(end)
    }

    /// The photo with a frame header of 65,535 × 65,535 pixels before its own, or in place of it with a marker behind the
    /// scan that sets the height to one line.
    static func bomb(hasTwoFrames: Bool) -> [UInt8] {
        let jpeg = SampleMedia.photoJPEG.bytes
        guard let at = jpeg.indices.first(where: { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 }) else { return [] }
        let end = at + 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
        let huge = Array(jpeg[at..<at + 5]) + [0xFF, 0xFF, 0xFF, 0xFF] + jpeg[at + 9..<end]
        if hasTwoFrames { return jpeg[..<at] + huge + jpeg[at...] }
        return jpeg[..<at] + huge + jpeg[end...].dropLast(2) + [0xFF, 0xDC, 0, 4, 0, 1, 0xFF, 0xD9]
    }

    /// An animated PNG of 10 × 10 pixels with a frame of 60,000 × 60,000.
    static let wideFrame: [UInt8] = {
        let frame = big(0, 4) + big(60_000, 4) + big(60_000, 4) + [UInt8](repeating: 0, count: 14)
        return png(width: 10, height: 10, extra: chunk("acTL", big(1, 4) + big(0, 4)) + chunk("fcTL", frame))
    }()

    /// An empty ZIP archive with padding before its end.
    static let zip: [UInt8] =
        Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 200)
        + Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)

    /// A big-endian number.
    static func big(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func little(_ value: Int, _ width: Int) -> [UInt8] { big(value, width).reversed() }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8, 4) + Array(type.utf8) + content
    }
}
