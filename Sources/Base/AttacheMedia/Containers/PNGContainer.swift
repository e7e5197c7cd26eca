import AttacheSystem

/// Reader of PNG files that verifies the checksum of each chunk, W3C PNG (third edition) section 5.
struct PNGContainer: ContainerReading {
    /// A limit of chunks: 10 MB in chunks of a hundred bytes.
    private static let chunkLimit = 100_000

    var checksum: any ChecksumComputing = TableChecksum()

    private struct Walk {
        var window: ByteWindow
        var offset = 8
        var pixels: PixelSize?
        /// Apple's own variant, whose data have no zlib header.
        var isApple = false
        var isIndexed = false
        var hasPalette = false
        var announcedFrames = 0
        var frameControls = 0
        var hasData = false
        /// Whether another chunk followed the picture data.
        var isDataOver = false
        /// The first two bytes of the picture data.
        var dataHead: [UInt8] = []
        var remarks: [ContainerRemark] = []
        var chunkCount = 0
    }

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var walk = Walk(window: ByteWindow(file, size: ByteWindow.scanSize))
        guard walk.window.byteCount >= 8 else {
            walk.offset = walk.window.byteCount
            return facts(walk, .incomplete("it ends inside its signature"))
        }
        while true {
            walk.chunkCount += 1
            guard let result = try step(&walk) else { continue }
            switch result {
            case .complete, .unterminated: return facts(walk, dataProblem(walk) ?? result)
            case .incomplete, .undecodable: return facts(walk, result)
            }
        }
    }

    private func facts(_ walk: Walk, _ completeness: Completeness) -> ContainerFacts {
        // A regular file has as many frame controls as it announces; otherwise the larger number counts.
        let frames = walk.announcedFrames > 0 ? max(walk.announcedFrames, walk.frameControls) : 1
        return ContainerFacts(
            format: .png,
            end: walk.offset,
            completeness: completeness,
            pixels: walk.pixels,
            frames: frames,
            notes: walk.chunkCount > Self.chunkLimit ? [.tooManyParts] : [],
            remarks: walk.remarks
        )
    }

    /// The fault of the picture data as a whole: absent, or without the header of RFC 1950 section 2.2.
    private func dataProblem(_ walk: Walk) -> Completeness? {
        guard walk.hasData else { return .incomplete("it has no picture data") }
        guard let first = walk.dataHead.first else { return .undecodable("its picture data (IDAT) are empty") }
        if walk.isApple { return nil }
        let second = walk.dataHead.byte(1) ?? 0
        let isZlib = first & 0x0F == 8 && first >> 4 <= 7 && second & 0x20 == 0
        let isChecked = (Int(first) << 8 | Int(second)) % 31 == 0
        return isZlib && isChecked ? nil : .undecodable("its picture data (IDAT) have no zlib header")
    }

    /// Reads one chunk; returns the result if it was the last one.
    private func step(_ walk: inout Walk) throws(SystemCallError) -> Completeness? {
        guard walk.chunkCount <= Self.chunkLimit else { return .incomplete("it has more chunks than any picture") }
        let start = walk.offset
        guard let length = try walk.window.bigEndian(at: start, 4), let type = try walk.window.code(at: start + 4)
        else {
            walk.offset = walk.window.byteCount
            let why = "it ends without its end chunk"
            return walk.hasData ? .unterminated(why) : .incomplete(why)
        }
        guard type.isAlphabetic, length <= Int(Int32.max) else { return .incomplete("a chunk is damaged") }
        guard length <= walk.window.byteCount - start - 12 else {
            walk.offset = walk.window.byteCount
            return type == Self.end && walk.hasData
                ? .unterminated("it ends inside its end chunk") : .incomplete("it ends inside a chunk")
        }
        if try !hasRightChecksum(&walk, chunkAt: start, length: length) {
            if type == Self.end, walk.hasData { return .unterminated("the checksum of its end chunk is wrong") }
            // A chunk with a lower-case name is no part of the picture, and decoders skip it; those of an animation are.
            guard type.rawValue & 0x2000_0000 != 0, !Self.animationChunks.contains(type) else {
                return .incomplete("the checksum of a chunk is wrong")
            }
            walk.remarks.note(.irregular("the checksum of its chunk \(type.text) is wrong"))
        }
        walk.offset = start + 12 + length
        return try take(&walk, type, at: start + 8, length: length)
    }

    private func take(
        _ walk: inout Walk,
        _ type: FourCC,
        at start: Int,
        length: Int
    ) throws(SystemCallError) -> Completeness? {
        // Only Apple's own "CgBI" may precede the header.
        guard walk.pixels != nil || type == Self.header || type == Self.appleHeader else {
            return .incomplete("it does not begin with its header")
        }
        if walk.hasData, type != Self.data { walk.isDataOver = true }
        switch type {
        case Self.appleHeader:
            walk.isApple = true
        case Self.header:
            guard length == 13, let width = try walk.window.bigEndian(at: start, 4),
                let height = try walk.window.bigEndian(at: start + 4, 4), width > 0, height > 0, walk.pixels == nil
            else { return .incomplete("its header is damaged") }
            walk.pixels = PixelSize(width: width, height: height)
            return try takeFields(&walk, at: start + 8)
        case Self.palette:
            walk.hasPalette = length % 3 == 0 && 3...768 ~= length
        case Self.animation where !walk.hasData && length >= 8:
            walk.announcedFrames = try walk.window.bigEndian(at: start, 4) ?? 0
        case Self.frameControl:
            walk.frameControls += 1
            guard try isInside(&walk, frameAt: start, length: length) else {
                return .undecodable("a frame of its animation (fcTL) is not inside of the picture")
            }
        case Self.data:
            guard !walk.isDataOver else { return .undecodable("another chunk interrupts its picture data (IDAT)") }
            guard walk.hasPalette || !walk.isIndexed else { return .undecodable("its palette (PLTE) is missing") }
            walk.hasData = true
            walk.dataHead += try walk.window.bytes(at: start, min(length, 2 - walk.dataHead.count)) ?? []
        case Self.end:
            return .complete
        default:
            break
        }
        return nil
    }

    /// The last five fields of the header, section 11.2.1: bit depth, colour type, and three methods.
    private func takeFields(_ walk: inout Walk, at start: Int) throws(SystemCallError) -> Completeness? {
        guard let fields = try walk.window.bytes(at: start, 5) else { return nil }
        walk.isIndexed = fields[1] == 3
        guard Self.depths[fields[1]]?.contains(fields[0]) ?? false else {
            return .undecodable("its header (IHDR) has a bit depth of \(fields[0]) for the colour type \(fields[1])")
        }
        let methods = [("compression", 2, 0), ("filter", 3, 0), ("interlace", 4, 1)] as [(String, Int, UInt8)]
        return methods.first { fields[$1] > $2 }.map { name, index, _ in
            .undecodable("its header (IHDR) has the \(name) method \(fields[index])")
        }
    }

    /// Whether the frame of a frame control is inside of the picture and not empty, section 11.3.6.1.
    private func isInside(_ walk: inout Walk, frameAt start: Int, length: Int) throws(SystemCallError) -> Bool {
        guard length == 26, let canvas = walk.pixels, let width = try walk.window.bigEndian(at: start + 4, 4),
            let height = try walk.window.bigEndian(at: start + 8, 4),
            let left = try walk.window.bigEndian(at: start + 12, 4),
            let top = try walk.window.bigEndian(at: start + 16, 4)
        else { return false }
        return width > 0 && height > 0 && left + width <= canvas.width && top + height <= canvas.height
    }

    /// Whether the checksum after a chunk matches its type and data.
    private func hasRightChecksum(
        _ walk: inout Walk,
        chunkAt start: Int,
        length: Int
    ) throws(SystemCallError) -> Bool {
        var crc = CRC32(by: checksum)
        var offset = start + 4
        let end = offset + 4 + length
        while offset < end {
            let added = try walk.window.withBytes(from: offset, limit: end - offset) { bytes in
                crc.add(bytes)
                return bytes.count
            }
            guard let added else { return false }
            offset += added
        }
        return try walk.window.bigEndian(at: end, 4) == Int(crc.value)
    }

    /// The bit depths of each colour type, table 11.1.
    private static let depths: [UInt8: [UInt8]] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
    private static let animationChunks: Set<FourCC> = [animation, frameControl, "fdAT"]
    private static let palette: FourCC = "PLTE"
    private static let header: FourCC = "IHDR"
    private static let appleHeader: FourCC = "CgBI"
    private static let animation: FourCC = "acTL"
    private static let frameControl: FourCC = "fcTL"
    private static let data: FourCC = "IDAT"
    private static let end: FourCC = "IEND"
}
