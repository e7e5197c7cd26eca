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
        let hasTag = offset > 0
        if hasTag { offset = try skipZeros(&window, from: offset) }
        // The junk that may precede the sound, and frames of the highest rate.
        let room = MPEGAudioSignature.junkLimit + 4 * MPEGAudioFrame.largestByteCount
        let head = try window.bytes(at: offset, min(room, window.byteCount - offset)) ?? []
        if hasTag, head.matches("fLaC") {
            facts.format = .flac
        } else if let frame = MPEGAudioSignature.firstFrame(head, from: 0, searching: 0) {
            facts.format = frame.format
        } else if let (start, frame) = MPEGAudioSignature.firstChain(head, searching: MPEGAudioSignature.junkLimit) {
            facts.format = frame.format
            facts.remarks.note(.irregular("\(start) bytes that are no sound precede its first frame"))
        } else {
            facts.completeness =
                hasTag
                ? .incomplete("it has no sound after its tag")
                : .undecodable("it has no frames of sound in its first \(MPEGAudioSignature.junkLimit) bytes")
        }
        return facts
    }

    /// The offset of the first byte that is not zero: padding behind a tag may have any length.
    private func skipZeros(_ window: inout ByteWindow, from start: Int) throws(SystemCallError) -> Int {
        var offset = start
        while let zeros = try window.withBytes(from: offset, Self.leadingZeros), zeros > 0 { offset += zeros }
        return offset
    }

    private static func leadingZeros(_ bytes: Span<UInt8>) -> Int {
        var count = 0
        while count < bytes.count, bytes[count] == 0 { count += 1 }
        return count
    }
}

/// Reader of the picture size of MPEG program and elementary streams, which need no end mark.
struct MPEGStreamContainer: ContainerReading {
    /// A limit of bytes before the first sequence header.
    private static let searchLimit = 262_144

    let format: MediaFormat

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.scanSize)
        var facts = ContainerFacts(format: format, end: window.byteCount)
        var offset = 0
        var hasStream = format == .mpegTransport
        while let (start, code) = try nextCode(&window, from: offset) {
            offset = start + 4
            // Packets of video, of sound and of private data (AC-3), or pictures of elementary video.
            hasStream = hasStream || (format == .mpegProgram ? code >= 0xC0 && code < 0xF0 || code == 0xBD : code == 0)
            if code == 0xB3, facts.pixels == nil {
                let header = try window.bytes(at: start, min(160, window.byteCount - start)) ?? []
                facts.pixels = MPEGSequenceHeader(header, at: 0)?.pixels
            }
            if hasStream && facts.pixels != nil { break }
        }
        if !hasStream { facts.completeness = .incomplete("it has no pictures or sound after its header") }
        return facts
    }

    /// The next start code within the limit, and the offset of its three-byte prefix.
    private func nextCode(_ window: inout ByteWindow, from start: Int) throws(SystemCallError) -> (Int, UInt8)? {
        var offset = start
        let end = min(window.byteCount, Self.searchLimit)
        while end - offset >= 4 {
            let skipped = try window.withBytes(from: offset, atLeast: 4, limit: end - offset, Self.distanceToCode)
            guard let skipped else { return nil }
            offset += skipped.count
            if skipped.isFound, let code = try window.byte(at: offset + 3) { return (offset, code) }
        }
        return nil
    }

    private static func distanceToCode(_ bytes: Span<UInt8>) -> (count: Int, isFound: Bool) {
        var index = 0
        while index <= bytes.count - 4 {
            if bytes[index + 2] > 1 {
                // No start code begins at this byte or the next two.
                index += 3
            } else if bytes[index + 2] == 1, bytes[index + 1] == 0, bytes[index] == 0 {
                return (index, true)
            } else {
                index += 1
            }
        }
        return (min(index, bytes.count), false)
    }
}
