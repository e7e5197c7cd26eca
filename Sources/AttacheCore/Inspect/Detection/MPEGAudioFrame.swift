/// The header of one frame of MPEG audio (ISO/IEC 11172-3 section 2.4.1.3) or of AAC in ADTS (ISO/IEC 14496-3 1.A.3.2).
struct MPEGAudioFrame: Equatable {
    /// What it is a frame of.
    let format: MediaFormat
    /// Its length in bytes, header included.
    let byteCount: Int
    /// The fields that all frames of one stream share.
    private let stream: Int

    /// The longest header there is, that of ADTS without a checksum.
    static let headerSize = 7
    /// The longest frame there is, 13 bits in ADTS.
    static let largestByteCount = 8_191

    private static let layer2 = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    private static let layer3 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let lowRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    /// Reads a header; `nil` when no frame begins there, or one of a length its header does not tell.
    ///
    /// - Parameters:
    ///   - bytes: Where it stands.
    ///   - offset: Where in `bytes`.
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
