/// The header of one frame of MPEG audio (ISO/IEC 11172-3 section 2.4.1.3) or of AAC in ADTS (ISO/IEC 14496-3 1.A.3.2).
struct MPEGAudioFrame: Equatable {
    let format: MediaFormat
    /// The length in bytes, header included.
    let byteCount: Int
    /// The fields that all frames of one stream share.
    private let stream: Int

    /// The longest header, that of ADTS without a checksum.
    static let headerSize = 7
    /// The longest frame, 13 bits in ADTS.
    static let largestByteCount = 8_191

    private static let layer2 = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    private static let layer3 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let lowRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    /// Reads a header; fails when no frame begins at `offset` or its header does not give its length.
    init?(_ bytes: [UInt8], at offset: Int) {
        guard let header = bytes.bigEndian(offset, 4), header >> 21 == 0x7FF else { return nil }
        if header >> 17 & 3 == 0 {
            self.init(advancedAudio: header, bytes, at: offset)
        } else {
            self.init(layered: header)
        }
    }

    /// Whether `other` can follow in the same stream.
    func isFollowed(by other: MPEGAudioFrame) -> Bool {
        format == other.format && stream == other.stream
    }

    private init?(layered header: Int) {
        let version = header >> 19 & 3
        let layer = 4 - (header >> 17 & 3)
        let bitRate = header >> 12 & 15
        let rate = header >> 10 & 3
        guard version != 1, layer == 2 || layer == 3, 1...14 ~= bitRate, rate != 3 else { return nil }
        let isFirst = version == 3
        let table = isFirst ? (layer == 2 ? Self.layer2 : Self.layer3) : Self.lowRates
        let samplesPerSecond = [44_100, 48_000, 32_000][rate] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let factor = layer == 3 && !isFirst ? 72_000 : 144_000
        format = layer == 3 ? .mp3 : .mp2
        byteCount = factor * table[bitRate - 1] / samplesPerSecond + (header >> 9 & 1)
        stream = header & 0x1E_0C00
    }

    private init?(advancedAudio header: Int, _ bytes: [UInt8], at offset: Int) {
        guard header >> 20 == 0xFFF, header >> 10 & 15 <= 12, let rest = bytes.bigEndian(offset + 3, 3) else {
            return nil
        }
        byteCount = rest >> 5 & 0x1FFF
        guard byteCount >= (header >> 16 & 1 == 1 ? 7 : 9) else { return nil }
        format = .adts
        stream = header & 0x0008_FDC0
    }
}

/// Recognition of MP3, MPEG layer 2 and ADTS files by two frames in a row of the same stream, after any ID3 tags.
enum MPEGAudioSignature {
    /// A limit of bytes before the first frame that are neither tag nor sound, as many as decoders skip.
    static let junkLimit = 65_536
    /// A prefix from which on all other formats are known, so that bytes without a signature may be junk before sound.
    private static let leastJunk = 4_096

    static func format(of prefix: [UInt8]) -> MediaFormat? {
        var offset = 0
        while let tag = ID3Tag.byteCount(prefix, at: offset) { offset += tag }
        let hasTag = offset > 0
        guard hasTag else { return firstFrame(prefix, from: 0, searching: 0)?.format }
        if prefix.matches("fLaC", at: offset) { return .flac }
        if offset < prefix.count, let frame = firstFrame(prefix, from: offset, searching: prefix.count - offset) {
            return frame.format
        }
        // A tag with a cover picture and its padding can fill the prefix; nearly every such file is an MP3, and reading
        // the whole file checks the bytes behind the tag.
        return prefix.count >= FormatDetector.neededPrefix ? .mp3 : nil
    }

    /// Whether bytes without any signature under the name of an MP3 may be junk before its sound: a chain of frames
    /// follows, or may follow behind a full prefix, which the reader of the whole file checks.
    static func mayFollowJunk(_ prefix: [UInt8]) -> Bool {
        guard prefix.count >= leastJunk else { return false }
        if prefix.count >= FormatDetector.neededPrefix { return ContentDescription.isUnknown(prefix) }
        return firstChain(prefix, searching: prefix.count)?.frame.format == .mp3
    }

    /// Returns the first frame that two others of its stream follow, at most `distance` bytes from the beginning.
    static func firstChain(_ bytes: [UInt8], searching distance: Int) -> (start: Int, frame: MPEGAudioFrame)? {
        for offset in 0...distance where bytes.byte(offset) == 0xFF {
            guard let first = MPEGAudioFrame(bytes, at: offset),
                let second = MPEGAudioFrame(bytes, at: offset + first.byteCount), first.isFollowed(by: second),
                let third = MPEGAudioFrame(bytes, at: offset + first.byteCount + second.byteCount)
            else { continue }
            if first.isFollowed(by: third) { return (offset, first) }
        }
        return nil
    }

    /// Returns the first frame that another one follows, at most `distance` bytes after `start`, or `nil`.
    static func firstFrame(_ bytes: [UInt8], from start: Int, searching distance: Int) -> MPEGAudioFrame? {
        for offset in start...(start + distance) where bytes.byte(offset) == 0xFF {
            guard let first = MPEGAudioFrame(bytes, at: offset) else { continue }
            let next = offset + first.byteCount
            if let second = MPEGAudioFrame(bytes, at: next) {
                if first.isFollowed(by: second) { return first }
            } else if next + MPEGAudioFrame.headerSize > bytes.count, bytes.count < FormatDetector.neededPrefix {
                // The next frame has not arrived yet, and a later pair must not be returned before this one.
                return nil
            }
        }
        return nil
    }
}

/// The tag before the sound of many MP3 files, id3.org "ID3v2.4.0 - Main Structure" section 3.1.
enum ID3Tag {
    /// The length of a tag's header in bytes.
    static let headerSize = 10

    /// Returns the tag's length in bytes with header and footer, or `nil` when there is no tag at `offset`; it needs
    /// ten bytes.
    static func byteCount(_ header: [UInt8], at offset: Int = 0) -> Int? {
        guard header.matches("ID3", at: offset), let version = header.byte(offset + 3), 2...4 ~= version,
            let flags = header.byte(offset + 5), let size = header.bigEndian(offset + 6, 4), size & 0x8080_8080 == 0
        else { return nil }
        // Seven bits of each byte count, so that a tag never looks like the start of a frame.
        let body = size & 0x7F | size >> 1 & 0x3F80 | size >> 2 & 0x1F_C000 | size >> 3 & 0xFE0_0000
        return headerSize + body + (flags & 0x10 == 0 ? 0 : headerSize)
    }
}

/// The header that opens MPEG-1 and MPEG-2 video, ISO/IEC 13818-2 section 6.2.2.1.
struct MPEGSequenceHeader: Equatable {
    let pixels: PixelSize
    /// Whether the sequence extension of MPEG-2 follows.
    let isMPEG2: Bool

    /// Reads a header whose start code `00 00 01 B3` is at `offset`; fails when there is none, or too few bytes to
    /// distinguish MPEG-1 from MPEG-2.
    init?(_ bytes: [UInt8], at offset: Int) {
        guard bytes.matches([0, 0, 1, 0xB3], at: offset), let size = bytes.bigEndian(offset + 4, 3),
            let flags = bytes.byte(offset + 11)
        else { return nil }
        var width = size >> 12
        var height = size & 0xFFF
        guard width > 0, height > 0 else { return nil }

        // Two quantiser matrices of 64 bytes may follow; each has a flag before it.
        var end = offset + 12
        var secondFlag = flags & 1
        if flags & 2 != 0 {
            guard let flag = bytes.byte(offset + 75) else { return nil }
            secondFlag = flag & 1
            end += 64
        }
        if secondFlag != 0 { end += 64 }

        // Zero bytes may be stuffed before the next start code.
        while bytes.byte(end) == 0, bytes.byte(end + 1) == 0, bytes.byte(end + 2) == 0 { end += 1 }
        guard let next = bytes.bigEndian(end, 4) else { return nil }
        guard next == 0x1B5, let fields = bytes.bigEndian(end + 4, 4), fields >> 28 == 1 else {
            guard next != 0x1B5 || bytes.byte(end + 7) != nil else { return nil }
            pixels = PixelSize(width: width, height: height)
            isMPEG2 = false
            return
        }
        width |= (fields >> 15 & 3) << 12
        height |= (fields >> 13 & 3) << 12
        pixels = PixelSize(width: width, height: height)
        isMPEG2 = true
    }
}

/// Recognition of MPEG program streams, transport streams and elementary video.
enum MPEGStreamSignature {
    static func format(of prefix: [UInt8]) -> MediaFormat? {
        if prefix.matches([0, 0, 1, 0xBA]), let next = prefix.byte(4) {
            // ISO/IEC 13818-1 section 2.5.3.4 opens with the bits 01, ISO/IEC 11172-1 section 2.4.3.2 with 0010.
            return next >> 6 == 1 || next >> 4 == 2 ? .mpegProgram : nil
        }
        if let header = MPEGSequenceHeader(prefix, at: 0) { return header.isMPEG2 ? .mpeg2Video : .mpeg1Video }
        // Packets of 188 bytes, or of 192 with a time stamp before each, as camcorders write them.
        return isPacketed(prefix, first: 0, distance: 188) || isPacketed(prefix, first: 4, distance: 192)
            ? .mpegTransport : nil
    }

    private static func isPacketed(_ prefix: [UInt8], first: Int, distance: Int) -> Bool {
        (0..<4).allSatisfy { prefix.byte(first + $0 * distance) == 0x47 }
    }
}
