/// The header of a stream in an AVI or WAVE file: its codec, and whether its fields are possible.
struct RIFFStream {
    let isVideo: Bool
    /// The codec in words when iOS does not play it.
    private(set) var codec: String?
    /// The fault of a field that no decoder reads.
    private(set) var undecodable: String?

    /// Reads the stream header and the format of an AVI stream; fails for streams of text and other data.
    init?(header: [UInt8], format: [UInt8]) {
        guard header.code(0) == "vids" else {
            guard header.code(0) == "auds" else { return nil }
            self.init(sound: format)
            return
        }
        self.init(video: format.code(16))
    }

    /// Judges the codec of a picture, "BITMAPINFOHEADER", Microsoft; `nil` when the format is too short.
    private init(video compression: FourCC?) {
        isVideo = true
        guard let compression else {
            undecodable = "its stream format (strf) is cut"
            return
        }
        let name = compression.rawValue == 0 ? "uncompressed" : compression.text.uppercased()
        if !Self.playedVideo.contains(name) { codec = "video with the codec \(name) (strf)" }
    }

    /// Reads the format of sound, "WAVEFORMATEX", Microsoft.
    init(sound format: [UInt8]) {
        isVideo = false
        guard let tag = format.littleEndian(0, 2), let channels = format.littleEndian(2, 2),
            let rate = format.littleEndian(4, 4), format.count >= 14
        else {
            undecodable = "its sound format (fmt, strf) has \(format.count) bytes"
            return
        }
        let isPCM = tag == 1 || tag == 3
        let bits = format.littleEndian(14, 2) ?? 8
        if channels == 0 || rate == 0 || rate > 10_000_000 || isPCM && !(1...64 ~= bits) {
            undecodable = "its sound format (fmt) has \(channels) channels, \(rate) Hz and \(bits) bits"
        } else if tag == 0 || tag > 0x2FF && !Self.registered.contains(tag) {
            undecodable = "its sound format (fmt) has the tag \(tag), which no codec has"
        } else if !Self.playedSound.contains(tag) {
            codec = "sound with the format tag \(tag) (fmt)"
        }
    }

    /// The video that Apple's specifications name, in the codes that AVI files have: Motion JPEG, MPEG-4, H.264, HEVC.
    private static let playedVideo: Set<String> = [
        "MJPG", "JPEG", "DMB1", "AVRN", "MP4V", "FMP4", "XVID", "DIVX", "DX50", "MP4S", "M4S2", "3IV2", "H264", "X264",
        "AVC1", "DAVC", "HEVC", "HVC1", "H265",
    ]
    /// PCM, ADPCM (Microsoft, IMA), floating point, A-law, mu-law, GSM, MP3, AAC, AC-3, and the extensible form.
    private static let playedSound: Set<Int> = [
        1, 2, 3, 6, 7, 0x11, 0x31, 0x50, 0x55, 0xFF, 0x1600, 0x1610, 0x2000, 0xFFFE,
    ]
    /// Tags of known codecs above the first block: AAC, AC-3, DTS, Vorbis, Speex, FLAC and others.
    private static let registered: Set<Int> = [
        0x401, 0x674F, 0x6750, 0x6751, 0x676F, 0x6770, 0x6771, 0x706D, 0x1600, 0x1602, 0x1610, 0x2000, 0x2001, 0x2048,
        0x4143, 0x594A, 0x7A21, 0xA106, 0xA109, 0xF1AC, 0xFFFE, 0x566F,
    ]
}
