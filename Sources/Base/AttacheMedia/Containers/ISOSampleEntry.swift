import AttacheSystem

/// The first sample entry of a track, which names its codec, ISO/IEC 14496-12 section 8.5.2.
struct ISOSampleEntry {
    let type: FourCC
    /// Width and height, as a visual sample entry has them.
    let pixels: PixelSize?
    private let start: Int
    private let end: Int

    /// Reads the entry; fails when the box has none.
    init?(firstIn box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) {
        start = box.fullContentStart + 4
        guard let entry = try reader.box(at: start, limit: box.end) else { return nil }
        type = entry.type
        end = min(entry.end, box.end)
        let size = try reader.window.bigEndian(at: start + 32, 4) ?? 0
        pixels = start + 36 <= end ? PixelSize(width: size >> 16, height: size & 0xFFFF) : nil
    }

    /// Whether the media are encrypted, so that only the app with the key plays them.
    var isEncrypted: Bool { ["encv", "enca", "encs", "drms", "drmi"].contains(type) }

    /// The width of the length before each unit of a coded picture, or `nil` for another codec.
    func unitLengthWidth(_ reader: inout ISOBoxReader) throws(SystemCallError) -> Int? {
        if let avc = try box("avcC", isVideo: true, &reader) {
            return try reader.window.byte(at: avc.contentStart + 4).map { Int($0 & 3) + 1 }
        }
        guard let hevc = try box("hvcC", isVideo: true, &reader) else { return nil }
        return try reader.window.byte(at: hevc.contentStart + 21).map { Int($0 & 3) + 1 }
    }

    /// The codec in words when iOS does not play it, or `nil`. Apple names H.264, HEVC, MPEG-4 and Motion JPEG for
    /// video; further codecs are those of Core Audio.
    func unplayed(isVideo: Bool, _ reader: inout ISOBoxReader) throws(SystemCallError) -> String? {
        let kind = isVideo ? "video" : "sound"
        if isEncrypted { return nil }
        guard (isVideo ? Self.video : Self.sound).contains(type) else {
            let name = Self.names[type].map { "\($0) " } ?? ""
            return "\(kind) with the codec \(name)(sample entry \(type.text))"
        }
        if let profile = try unplayedProfile(isVideo: isVideo, &reader) { return "\(kind) in \(profile)" }
        guard type == "mp4v" || type == "mp4a", let object = try objectType(isVideo: isVideo, &reader) else {
            return nil
        }
        let known: Set<Int> =
            isVideo ? [0x20, 0x21, 0x23] : [0x40, 0x66, 0x67, 0x68, 0x69, 0x6B, 0xA5, 0xA6]
        return known.contains(object) ? nil : "\(kind) with the MPEG-4 object type \(object) (esds)"
    }

    /// A profile that phones do not decode: H.264 beyond 8 bits and 4:2:0, HEVC beyond 10 bits and 4:2:2.
    private func unplayedProfile(isVideo: Bool, _ reader: inout ISOBoxReader) throws(SystemCallError) -> String? {
        guard isVideo else { return nil }
        if let avc = try box("avcC", isVideo: true, &reader),
            let profile = try reader.window.byte(at: avc.contentStart + 1), ![66, 77, 88, 100].contains(profile)
        {
            let name = [110: "High 10", 122: "High 4:2:2", 244: "High 4:4:4 Predictive"][Int(profile)]
            return "H.264 with the profile \(name ?? "\(profile)") (avcC)"
        }
        if let hevc = try box("hvcC", isVideo: true, &reader),
            let chroma = try reader.window.byte(at: hevc.contentStart + 16),
            let depth = try reader.window.byte(at: hevc.contentStart + 17), chroma & 3 == 3 || depth & 7 > 2
        {
            return "HEVC with \((depth & 7) + 8) bits and the chroma format \(chroma & 3) (hvcC)"
        }
        return nil
    }

    /// The object type of the decoder, ISO/IEC 14496-1 section 7.2.6.6, behind the headers of two descriptors.
    private func objectType(isVideo: Bool, _ reader: inout ISOBoxReader) throws(SystemCallError) -> Int? {
        guard let box = try box("esds", isVideo: isVideo, &reader) else { return nil }
        let bytes =
            try reader.window.bytes(at: box.fullContentStart, min(32, box.end - box.fullContentStart)) ?? []
        var offset = 0
        func skipLength() {
            for _ in 0..<4 {
                offset += 1
                if bytes.byte(offset - 1) ?? 0 < 0x80 { return }
            }
        }
        guard bytes.byte(0) == 3 else { return nil }
        offset = 1
        skipLength()
        guard let flags = bytes.byte(offset + 2) else { return nil }
        offset += 3 + (flags & 0x80 != 0 ? 2 : 0) + (flags & 0x20 != 0 ? 2 : 0)
        guard bytes.byte(offset) == 4 else { return nil }
        offset += 1
        skipLength()
        return bytes.byte(offset).map(Int.init)
    }

    /// The box of a type inside the entry, behind the fields of a picture, or of a sound of any version.
    private func box(
        _ wanted: FourCC,
        isVideo: Bool,
        _ reader: inout ISOBoxReader
    ) throws(SystemCallError) -> ISOBox? {
        var found: ISOBox?
        for offset in isVideo ? [86] : [36, 52, 72] where start + offset < end && found == nil {
            try reader.forEachBox(from: start + offset, to: end) { reader, child throws(SystemCallError) in
                if child.type == wanted { found = child }
                // QuickTime wraps the boxes of sound once more.
                guard child.type == "wave" else { return }
                try reader.forEachBox(from: child.contentStart, to: child.end) { _, inner throws(SystemCallError) in
                    if inner.type == wanted { found = inner }
                }
            }
        }
        return found
    }

    private static let video: Set<FourCC> = [
        "avc1", "avc2", "avc3", "dva1", "dvav", "hvc1", "dvh1", "mp4v", "s263", "h263", "jpeg", "mjpa", "mjpb",
        "apco", "apcs", "apcn", "apch", "ap4h", "ap4x",
    ]
    private static let sound: Set<FourCC> = [
        "mp4a", "ac-3", "ec-3", "alac", "samr", "sawb", "lpcm", "ipcm", "fpcm", "twos", "sowt", "in24", "in32", "fl32",
        "fl64", "raw ", "NONE", "ulaw", "alaw", "ima4", ".mp3", "ms\0\u{11}", "ms\0\u{55}",
    ]
    private static let names: [FourCC: String] = [
        "av01": "AV1", "vp08": "VP8", "vp09": "VP9", "drac": "Dirac", "png ": "PNG", "raw ": "uncompressed",
        "Opus": "Opus", "fLaC": "FLAC", "ac-4": "AC-4", "hev1": "HEVC with parameter sets in the stream",
        "dvhe": "Dolby Vision",
    ]
}
