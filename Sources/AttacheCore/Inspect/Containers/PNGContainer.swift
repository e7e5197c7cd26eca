import AttacheSystem

/// Reader of PNG files that verifies the checksum of each chunk, W3C PNG (third edition) section 5.
struct PNGContainer: ContainerReading {
    /// A limit of chunks: 10 MB in chunks of a hundred bytes.
    private static let chunkLimit = 100_000

    private struct Walk {
        var window: ByteWindow
        var offset = 8
        var pixels: PixelSize?
        var announcedFrames = 0
        var frameControls = 0
        var hasData = false
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
            if let result = try step(&walk) { return facts(walk, result) }
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
            notes: walk.chunkCount > Self.chunkLimit ? [.tooManyParts] : []
        )
    }

    /// Reads one chunk; returns the result if it was the last one.
    private func step(_ walk: inout Walk) throws(SystemCallError) -> Completeness? {
        guard walk.chunkCount <= Self.chunkLimit else { return .incomplete("it has more chunks than any picture") }
        let start = walk.offset
        guard let length = try walk.window.bigEndian(at: start, 4), let type = try walk.window.code(at: start + 4)
        else {
            walk.offset = walk.window.byteCount
            return .incomplete("it ends without its end chunk")
        }
        guard type.isAlphabetic, length <= Int(Int32.max) else { return .incomplete("a chunk is damaged") }
        guard length <= walk.window.byteCount - start - 12 else {
            walk.offset = walk.window.byteCount
            return .incomplete("it ends inside a chunk")
        }
        guard try hasRightChecksum(&walk, chunkAt: start, length: length) else {
            return .incomplete("the checksum of a chunk is wrong")
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
        switch type {
        case Self.header:
            guard length == 13, let width = try walk.window.bigEndian(at: start, 4),
                let height = try walk.window.bigEndian(at: start + 4, 4), width > 0, height > 0, walk.pixels == nil
            else { return .incomplete("its header is damaged") }
            walk.pixels = PixelSize(width: width, height: height)
        case Self.animation where !walk.hasData && length >= 8:
            walk.announcedFrames = try walk.window.bigEndian(at: start, 4) ?? 0
        case Self.frameControl:
            walk.frameControls += 1
        case Self.data:
            walk.hasData = true
        case Self.end:
            return walk.hasData ? .complete : .incomplete("it has no picture data")
        default:
            break
        }
        return nil
    }

    /// Whether the checksum after a chunk matches its type and data.
    private func hasRightChecksum(
        _ walk: inout Walk,
        chunkAt start: Int,
        length: Int
    ) throws(SystemCallError) -> Bool {
        var crc = CRC32()
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

    private static let header: FourCC = "IHDR"
    private static let appleHeader: FourCC = "CgBI"
    private static let animation: FourCC = "acTL"
    private static let frameControl: FourCC = "fcTL"
    private static let data: FourCC = "IDAT"
    private static let end: FourCC = "IEND"
}

/// The checksum of PNG chunks, ISO 3309 and RFC 2083 section 15, eight bytes per step.
struct CRC32 {
    /// Eight tables of 256 entries: table `k` is the checksum of a byte followed by `k` zero bytes.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
            tables[index] = value
        }
        for index in 256..<tables.count {
            let previous = tables[index - 256]
            tables[index] = tables[Int(previous & 0xFF)] ^ (previous >> 8)
        }
        return tables
    }()

    private var register: UInt32 = 0xFFFF_FFFF

    /// The checksum of the added bytes.
    var value: UInt32 { ~register }

    mutating func add(_ bytes: Span<UInt8>) {
        let tables = Self.tables.span
        var crc = register
        var index = 0
        let wide = bytes.count & ~7
        while index < wide {
            let low =
                crc
                ^ (UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
                    | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24)
            // Two halves, so that the eight look-ups do not wait for each other.
            let first =
                tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
                ^ tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
            let second =
                tables[768 + Int(bytes[index + 4])] ^ tables[512 + Int(bytes[index + 5])]
                ^ tables[256 + Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
            crc = first ^ second
            index += 8
        }
        while index < bytes.count {
            crc = tables[Int((crc ^ UInt32(bytes[index])) & 0xFF)] ^ (crc >> 8)
            index += 1
        }
        register = crc
    }
}
