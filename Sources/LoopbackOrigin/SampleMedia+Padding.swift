extension SampleMedia {
    /// The most bytes a JPEG comment segment takes: two of marker, and a length of 65,535 that counts itself.
    private static let longestSegment = 2 + 65_535
    /// The fewest bytes it takes: two of marker and two of length.
    private static let shortestSegment = 4

    /// Fills a JPEG up with comment segments, which decoders skip.
    ///
    /// - Parameters:
    ///   - jpeg: A whole JFIF JPEG.
    ///   - byteCount: The length to reach, at least 4 more than the JPEG's own.
    /// - Returns: A whole JPEG of that length, or the JPEG itself when the length leaves no room for a segment or it does
    ///   not begin as JFIF.
    package static func padded(jpeg: [UInt8], to byteCount: Int) -> [UInt8] {
        let count = byteCount - jpeg.count
        guard count >= shortestSegment, jpeg.count > 6, jpeg.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]) else { return jpeg }
        var padding = [UInt8](repeating: 0x20, count: count)
        var start = 0
        while start < count {
            let left = count - start
            var segment = min(left, longestSegment)
            // What is left over must be nothing or hold a segment of its own.
            if left > segment, left - segment < shortestSegment { segment -= shortestSegment }
            padding[start] = 0xFF
            padding[start + 1] = 0xFE
            padding[start + 2] = UInt8((segment - 2) >> 8)
            padding[start + 3] = UInt8((segment - 2) & 0xFF)
            start += segment
        }
        // JFIF wants its own segment right behind the start-of-image marker, so the comments follow that.
        let end = 4 + Int(jpeg[4]) << 8 + Int(jpeg[5])
        return Array(jpeg.prefix(end)) + padding + jpeg.dropFirst(end)
    }
}
