/// Recognises MP3, MPEG layer 2 and ADTS files: two frames in a row of the same stream, after any ID3 tags.
enum MPEGAudioSignature {
    /// After a tag, encoders leave some padding: this many bytes are searched for the first frame.
    static let paddingLimit = 4_096

    /// Tells the format.
    static func format(of prefix: [UInt8]) -> MediaFormat? {
        var offset = 0
        while let tag = ID3Tag.byteCount(prefix, at: offset) { offset += tag }
        let hasTag = offset > 0
        guard hasTag else { return firstFrame(prefix, from: 0, searching: 0)?.format }
        if prefix.matches("fLaC", at: offset) { return .flac }
        if offset < prefix.count, let frame = firstFrame(prefix, from: offset, searching: paddingLimit) {
            return frame.format
        }
        // A tag with a cover picture can fill the prefix; nearly every such file is an MP3, and the walk of the whole
        // file looks behind the tag.
        let hasRoomForSound = prefix.count - offset > paddingLimit + 2 * MPEGAudioFrame.largestByteCount
        return prefix.count >= FormatDetector.neededPrefix && !hasRoomForSound ? .mp3 : nil
    }

    /// The first frame that another one follows.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to search.
    ///   - start: Where the first frame is expected.
    ///   - distance: How many bytes later it may stand.
    /// - Returns: The frame, or `nil` when no two frames in a row are found.
    static func firstFrame(_ bytes: [UInt8], from start: Int, searching distance: Int) -> MPEGAudioFrame? {
        for offset in start...(start + distance) where bytes.byte(offset) == 0xFF {
            guard let first = MPEGAudioFrame(bytes, at: offset) else { continue }
            let next = offset + first.byteCount
            if let second = MPEGAudioFrame(bytes, at: next) {
                if first.isFollowed(by: second) { return first }
            } else if next + MPEGAudioFrame.headerSize > bytes.count, bytes.count < FormatDetector.neededPrefix {
                // What follows it is not there yet, and a pair further on must not be told before this one.
                return nil
            }
        }
        return nil
    }
}
