/// The header that opens MPEG-1 and MPEG-2 video, ISO/IEC 13818-2 section 6.2.2.1.
struct MPEGSequenceHeader: Equatable {
    /// Width and height.
    let pixels: PixelSize
    /// Whether the sequence extension of MPEG-2 follows.
    let isMPEG2: Bool

    /// Reads a header; `nil` when none is there, or not yet enough to tell MPEG-1 from MPEG-2.
    ///
    /// - Parameters:
    ///   - bytes: Where it stands.
    ///   - offset: Where its start code `00 00 01 B3` stands in `bytes`.
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
