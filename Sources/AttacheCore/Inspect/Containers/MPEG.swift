import AttacheSystem

/// Reader of MP3, MPEG layer 2 and AAC files: the first frames after the tags. These formats have no end mark.
struct MPEGAudioContainer: ContainerReading {
    /// A limit of tags before the sound; incompatible editors leave two.
    private static let tagLimit = 16

    /// The format by the first bytes; another may follow a long tag.
    let format: MediaFormat

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.hopSize)
        var facts = ContainerFacts(format: format, end: window.byteCount)
        var offset = 0
        for _ in 0..<Self.tagLimit {
            guard offset < window.byteCount, let header = try window.bytes(at: offset, ID3Tag.headerSize),
                let length = ID3Tag.byteCount(header)
            else { break }
            offset += length
        }
        guard offset <= window.byteCount else {
            facts.completeness = .incomplete("it ends inside its tag")
            return facts
        }
        // Two frames of the highest rate, and the padding that may precede them.
        let room = MPEGAudioSignature.paddingLimit + 2 * MPEGAudioFrame.largestByteCount
        let head = try window.bytes(at: offset, min(room, window.byteCount - offset)) ?? []
        if offset > 0, head.matches("fLaC") {
            facts.format = .flac
        } else if let frame = MPEGAudioSignature.firstFrame(
            head,
            from: 0,
            searching: offset > 0 ? MPEGAudioSignature.paddingLimit : 0
        ) {
            facts.format = frame.format
        } else {
            facts.completeness = .incomplete("it has no sound behind its tag")
        }
        return facts
    }
}

/// Reader of the picture size of MPEG program and elementary streams, which need no end mark.
struct MPEGStreamContainer: ContainerReading {
    /// A limit of bytes before the first sequence header.
    private static let searchLimit = 262_144

    let format: MediaFormat

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.scanSize)
        return ContainerFacts(format: format, end: window.byteCount, pixels: try pixels(&window))
    }

    private func pixels(_ window: inout ByteWindow) throws(SystemCallError) -> PixelSize? {
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
