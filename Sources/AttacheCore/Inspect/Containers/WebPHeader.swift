/// Width and height of a WebP picture, RFC 9649 sections 2.5 to 2.7.
enum WebPHeader {
    /// Reads the size from one of the three chunks that can carry it.
    ///
    /// - Parameters:
    ///   - chunk: A chunk `VP8 `, `VP8L` or `VP8X`.
    ///   - window: The file.
    /// - Returns: The size, or `nil` when the chunk is damaged.
    /// - Throws: `ByteSourceError` when the file cannot be read.
    static func pixels(_ chunk: ChunkWalk.Chunk, _ window: inout ByteWindow) throws(ByteSourceError) -> PixelSize? {
        guard let head = try window.bytes(at: chunk.start, min(chunk.length, 10)) else { return nil }
        switch chunk.code {
        case "VP8 ":
            // Three bytes of frame tag, the start code, then 14 bits each.
            guard head.matches([0x9D, 0x01, 0x2A], at: 3), let width = head.littleEndian(6, 2),
                let height = head.littleEndian(8, 2)
            else { return nil }
            return PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
        case "VP8L":
            guard head.byte(0) == 0x2F, let bits = head.littleEndian(1, 4) else { return nil }
            return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        default:
            guard let width = head.littleEndian(4, 3), let height = head.littleEndian(7, 3) else { return nil }
            return PixelSize(width: width + 1, height: height + 1)
        }
    }
}
