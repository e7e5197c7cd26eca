/// Looks behind the tags of an MP3, MPEG layer 2 or AAC file for its first frames; these formats have no end mark.
struct MPEGAudioContainer: ContainerReading {
    /// Tags before the sound at most; editors that do not know each other leave two.
    private static let tagLimit = 16

    /// What the first bytes looked like; behind a long tag something else may follow.
    let format: MediaFormat

    func read(_ file: any ByteSource) throws(ByteSourceError) -> ContainerFacts {
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
        // Two frames of the highest rate, and the padding that may stand before them.
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
