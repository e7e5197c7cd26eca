/// Finds the size of the picture in MPEG program and elementary streams; they need no end mark.
struct MPEGStreamContainer: ContainerReading {
    /// How far the first sequence header is looked for, in bytes.
    private static let searchLimit = 262_144

    /// What the first bytes are.
    let format: MediaFormat

    func read(_ file: any ByteSource) throws(ByteSourceError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.scanSize)
        return ContainerFacts(format: format, end: window.byteCount, pixels: try pixels(&window))
    }

    private func pixels(_ window: inout ByteWindow) throws(ByteSourceError) -> PixelSize? {
        var offset = 0
        let end = min(window.byteCount, Self.searchLimit)
        while end - offset >= 4 {
            guard
                let skipped = try window.withBytes(
                    from: offset,
                    atLeast: 4,
                    limit: end - offset,
                    Self.distanceToSequence
                )
            else { break }
            offset += skipped.count
            if skipped.isFound {
                let header = try window.bytes(at: offset, min(160, window.byteCount - offset)) ?? []
                if let found = MPEGSequenceHeader(header, at: 0) { return found.pixels }
                offset += 4
            }
        }
        return nil
    }

    private static func distanceToSequence(_ bytes: Span<UInt8>) -> (count: Int, isFound: Bool) {
        var index = 0
        while index <= bytes.count - 4 {
            if bytes[index + 2] > 1 {
                // No start code begins at this byte or the next two.
                index += 3
            } else if bytes[index + 3] == 0xB3, bytes[index + 2] == 1, bytes[index + 1] == 0, bytes[index] == 0 {
                return (index, true)
            } else {
                index += 1
            }
        }
        return (min(index, bytes.count), false)
    }
}
