import AttacheSystem

/// The tracks in the `moov` box of an MP4 or QuickTime file, ISO/IEC 14496-12 section 8.
struct ISOMovieHeader {
    private struct Track {
        var handler: FourCC?
        var shown: PixelSize?
        var coded: PixelSize?
    }

    /// The size of the largest video track.
    private(set) var pixels: PixelSize?
    private(set) var hasVideo = false
    private(set) var hasTracks = false
    /// Whether fragments follow the header.
    private(set) var isFragmented = false
    /// Whether data are outside the file.
    private(set) var pointsOutside = false
    /// Whether the header is compressed and cannot be checked.
    private(set) var isCompressed = false
    /// The largest offset at which a track's last chunk begins.
    private(set) var lastChunk = 0

    private var track = Track()

    init(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) {
        try descend(box, depth: 0, &reader)
    }

    private mutating func descend(
        _ parent: ISOBox,
        depth: Int,
        _ reader: inout ISOBoxReader
    ) throws(SystemCallError) {
        // moov, trak, mdia, minf, stbl: deeper boxes do not matter.
        guard depth < 5 else { return }
        var copy = self
        try reader.forEachBox(from: parent.contentStart, to: parent.end) { reader, box throws(SystemCallError) in
            try copy.take(box, in: parent.type, depth: depth, &reader)
        }
        self = copy
    }

    private mutating func take(
        _ box: ISOBox,
        in parent: FourCC,
        depth: Int,
        _ reader: inout ISOBoxReader
    ) throws(SystemCallError) {
        switch box.type {
        case "trak":
            track = Track()
            try descend(box, depth: depth + 1, &reader)
            finishTrack()
        case "mdia", "minf", "dinf", "stbl":
            try descend(box, depth: depth + 1, &reader)
        case "hdlr" where parent == "mdia":
            track.handler = try reader.window.code(at: box.fullContentStart + 4)
        case "tkhd":
            track.shown = try Self.shownSize(box, &reader)
        case "stsd":
            track.coded = try Self.codedSize(box, &reader)
        case "stco":
            try takeChunkOffsets(box, width: 4, &reader)
        case "co64":
            try takeChunkOffsets(box, width: 8, &reader)
        case "dref":
            if try ISODataReferences.areExternal(box, &reader) { pointsOutside = true }
        case "rmra":
            // A QuickTime reference movie: nothing but the names of other movies.
            pointsOutside = true
        case "cmov":
            isCompressed = true
        case "mvex":
            isFragmented = true
        default:
            break
        }
    }

    private mutating func finishTrack() {
        hasTracks = true
        guard track.handler == "vide" else { return }
        hasVideo = true
        let found = [track.coded, track.shown].compactMap(\.self).first { $0.width > 0 && $0.height > 0 }
        guard let found else { return }
        if let pixels, pixels.width * pixels.height >= found.width * found.height { return }
        pixels = found
    }

    /// The track header's width and height, 16.16 fixed-point numbers at the end of the box.
    private static func shownSize(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) -> PixelSize? {
        let version = try reader.window.byte(at: box.contentStart)
        let offset = box.contentStart + (version == 1 ? 88 : 76)
        guard offset + 8 <= box.end, let width = try reader.window.bigEndian(at: offset, 2),
            let height = try reader.window.bigEndian(at: offset + 4, 2)
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// The first sample entry's width and height, as a visual sample entry has them.
    private static func codedSize(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) -> PixelSize? {
        let entry = box.fullContentStart + 4
        guard entry + 36 <= box.end, let width = try reader.window.bigEndian(at: entry + 32, 2),
            let height = try reader.window.bigEndian(at: entry + 34, 2)
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    private mutating func takeChunkOffsets(
        _ box: ISOBox,
        width: Int,
        _ reader: inout ISOBoxReader
    ) throws(SystemCallError) {
        guard let count = try reader.window.bigEndian(at: box.fullContentStart, 4), count > 0 else { return }
        let last = box.fullContentStart + 4 + (count - 1) * width
        guard last + width <= box.end, let low = try reader.window.bigEndian(at: last + width - 4, 4) else { return }
        let high = width == 8 ? try reader.window.bigEndian(at: last, 4) ?? 0 : 0
        lastChunk = max(lastChunk, high >= 1 << 30 ? .max : high << 32 | low)
    }
}
