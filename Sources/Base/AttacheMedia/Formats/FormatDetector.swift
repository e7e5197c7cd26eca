/// Detection of a file's format by its first bytes.
///
/// It can be called repeatedly while bytes arrive, from `leastPrefix` on: it returns a format only when more bytes
/// could not change it.
package enum FormatDetector {
    /// The number of bytes, unless the whole file is shorter, with which the result is final.
    package static let neededPrefix = 32 * 1024
    /// The shortest prefix of a longer file whose result holds; a shorter one only identifies a file that was cut
    /// inside its signature. Form types, the last fields of signatures, end at this offset.
    package static let leastPrefix = 12

    /// Returns the format, or `nil` when the bytes are not media or too few. The extension (without the full stop) only
    /// counts where the bytes leave the kind open: general MP4 brands mean video or audio, and `.m4a` selects audio.
    package static func detect(prefix: [UInt8], named fileExtension: String? = nil) -> MediaFormat? {
        if let format = FormatSignature.format(of: prefix) { return format }
        if let format = interchangeFile(prefix) { return format }
        if let format = ISOMediaBrands.format(of: prefix) {
            let named = fileExtension.flatMap { MediaFormat.named(byExtension: $0) }
            return named == .m4a && [.mp4, .threeGPP, .quickTime].contains(format) ? .m4a : format
        }
        // The length of a box can read like a start code of MPEG video.
        if ISOMediaBrands.isUndecided(by: prefix) { return nil }
        let format =
            weakSignature(prefix) ?? MPEGStreamSignature.format(of: prefix) ?? MPEGAudioSignature.format(of: prefix)
            ?? dolbyDigital(prefix)
        if format != nil || fileExtension.flatMap({ MediaFormat.named(byExtension: $0) }) != .mp3 { return format }
        return MPEGAudioSignature.mayFollowJunk(prefix) ? .mp3 : nil
    }

    /// RIFF and IFF files, identified by the form type at byte 8.
    private static func interchangeFile(_ prefix: [UInt8]) -> MediaFormat? {
        guard let outer = prefix.code(0), let form = prefix.code(8) else { return nil }
        switch (outer, form) {
        case ("RIFF", "AVI "): return .avi
        case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"): return .wav
        case ("RIFF", "WEBP"): return .webp
        case ("RIFF", "RMID"): return .midi
        case ("FORM", "AIFF"): return .aiff
        case ("FORM", "AIFC"): return .aifc
        default: return nil
        }
    }

    /// Formats with short, common magic bytes, whose next fields must be plausible as well.
    private static func weakSignature(_ prefix: [UInt8]) -> MediaFormat? {
        if prefix.matches("BM"), prefix.bigEndian(6, 4) == 0, let header = prefix.littleEndian(14, 4),
            [12, 40, 52, 56, 64, 108, 124].contains(header)
        {
            return .bmp
        }
        if prefix.matches([0, 0, 1, 0]), let count = prefix.littleEndian(4, 2), 1...64 ~= count, prefix.byte(9) == 0 {
            return .icon
        }
        if prefix.matches(".snd"), let header = prefix.bigEndian(4, 4), 24...4096 ~= header {
            return .au
        }
        if prefix.matches([0x1A, 0x45, 0xDF, 0xA3]) { return matroska(prefix) }
        return nil
    }

    /// Matroska and WebM differ in the document type, element 0x4282 of the EBML header.
    private static func matroska(_ prefix: [UInt8]) -> MediaFormat? {
        for offset in 4..<64 where prefix.matches([0x42, 0x82], at: offset) {
            if prefix.matches("webm", at: offset + 3) { return .webm }
            if prefix.matches("matroska", at: offset + 3) { return .matroska }
        }
        return nil
    }

    /// AC-3 and E-AC-3: two frames in a row, by the frame sizes of ETSI TS 102 366 table 4.13 and section E.1.2.2.
    private static func dolbyDigital(_ prefix: [UInt8]) -> MediaFormat? {
        let kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
        guard prefix.matches([0x0B, 0x77]), let code = prefix.byte(4), let stream = prefix.byte(5),
            let field = prefix.bigEndian(2, 2)
        else { return nil }
        if 11...16 ~= stream >> 3 {
            return prefix.matches([0x0B, 0x77], at: (field & 0x7FF + 1) * 2) ? .enhancedDolbyDigital : nil
        }
        guard stream >> 3 <= 10 else { return nil }
        let size = Int(code & 0x3F)
        guard size / 2 < kilobits.count else { return nil }
        let rate = kilobits[size / 2]
        let words: Int
        switch code >> 6 {
        case 0: words = rate * 2
        case 1: words = rate * 320 / 147 + size % 2
        case 2: words = rate * 3
        default: return nil
        }
        return prefix.matches([0x0B, 0x77], at: words * 2) ? .dolbyDigital : nil
    }
}

/// Magic bytes that identify a format by themselves.
struct FormatSignature: Sendable {
    private let bytes: [UInt8]
    /// The number of bytes that identify a truncated file, so that it can be reported as incomplete.
    private let minimum: Int
    private let format: MediaFormat

    private init(_ bytes: [UInt8], minimum: Int? = nil, _ format: MediaFormat) {
        self.bytes = bytes
        self.minimum = minimum ?? bytes.count
        self.format = format
    }

    private static let all = [
        FormatSignature([0xFF, 0xD8, 0xFF], minimum: 2, .jpeg),
        FormatSignature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], minimum: 4, .png),
        FormatSignature(Array("GIF89a".utf8), minimum: 5, .gif),
        FormatSignature(Array("GIF87a".utf8), minimum: 5, .gif),
        FormatSignature([0x49, 0x49, 0x2A, 0x00], .tiff),
        FormatSignature([0x4D, 0x4D, 0x00, 0x2A], .tiff),
        FormatSignature([0x49, 0x49, 0x2B, 0x00], .tiff),
        FormatSignature([0x4D, 0x4D, 0x00, 0x2B], .tiff),
        FormatSignature([0xFF, 0x0A], .jpegXL),
        FormatSignature([0, 0, 0, 0x0C] + Array("JXL \r\n".utf8) + [0x87, 0x0A], .jpegXL),
        FormatSignature([0, 0, 0, 0x0C] + Array("jP  \r\n".utf8) + [0x87, 0x0A], .jpeg2000),
        FormatSignature(Array("OggS\0".utf8), .ogg),
        FormatSignature(Array("fLaC".utf8), .flac),
        FormatSignature(Array("MThd".utf8), .midi),
        FormatSignature(Array("caff\0\u{1}".utf8), .coreAudio),
        FormatSignature(Array("#!AMR\n".utf8), .amr),
        FormatSignature(Array("#!AMR-WB\n".utf8), .amr),
        FormatSignature(Array("FLV\u{1}".utf8), .flashVideo),
        FormatSignature([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .windowsMedia),
    ]

    /// The format whose signature `prefix` begins with.
    static func format(of prefix: [UInt8]) -> MediaFormat? {
        guard let first = prefix.first else { return nil }
        return all.first { $0.bytes.first == first && $0.opens(prefix) }?.format
    }

    private func opens(_ prefix: [UInt8]) -> Bool {
        let count = Swift.min(prefix.count, bytes.count)
        return count >= minimum && prefix[..<count].elementsEqual(bytes[..<count])
    }
}
