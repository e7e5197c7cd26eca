extension SampleMedia {
    /// The most bytes a JPEG comment segment takes: two of marker, and a length of 65,535 that counts itself.
    private static let longestSegment = 2 + 65_535
    /// The fewest bytes it takes: two of marker and two of length.
    private static let shortestSegment = 4

    /// Fills a JPEG up with comment segments, which decoders skip.
    ///
    /// - Parameters:
    ///   - jpeg: A whole JPEG.
    ///   - byteCount: The length to reach, at least 4 more than the JPEG's own.
    /// - Returns: A whole JPEG of that length, or the JPEG itself when the length leaves no room for a segment.
    package static func padded(jpeg: [UInt8], to byteCount: Int) -> [UInt8] {
        var left = byteCount - jpeg.count
        guard left >= shortestSegment else { return jpeg }
        // The comments go right behind the start-of-image marker, the first two bytes.
        var result = Array(jpeg.prefix(2))
        result.reserveCapacity(byteCount)
        while left > 0 {
            var segment = min(left, longestSegment)
            // What is left over must be nothing or hold a segment of its own.
            if left > segment, left - segment < shortestSegment { segment -= shortestSegment }
            result += [0xFF, 0xFE, UInt8((segment - 2) >> 8), UInt8((segment - 2) & 0xFF)]
            result += repeatElement(0x20, count: segment - 4)
            left -= segment
        }
        return result + jpeg.dropFirst(2)
    }
}
