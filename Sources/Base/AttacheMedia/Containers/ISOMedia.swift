import AttacheSystem

/// Reader of ISO base media files: MP4, QuickTime, 3GPP, HEIC, AVIF.
///
/// The top-level boxes must cover the file, and those with the header and the media must exist.
struct ISOMediaContainer: ContainerReading {
    /// The format by the brands.
    let format: MediaFormat

    private struct Walk {
        var reader: ISOBoxReader
        var offset = 0
        var movie: ISOMovieHeader?
        var picture: ISOPictureHeader?
        var hasMedia = false
        var hasFragment = false
        /// Whether a fragment announces samples.
        var hasFragmentSamples = false
        var remarks: [ContainerRemark] = []
    }

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var walk = Walk(reader: ISOBoxReader(window: ByteWindow(file, size: ByteWindow.hopSize)))
        let failure = try tile(&walk).map(Completeness.incomplete) ?? missing(walk)
        var facts = ContainerFacts(
            format: format,
            end: walk.offset,
            completeness: failure ?? .complete,
            pixels: walk.picture?.pixels ?? walk.movie?.pixels,
            frames: format.kind == .image ? 1 : nil,
            remarks: walk.remarks
        )
        if walk.movie?.pointsOutside ?? false || walk.picture?.pointsOutside ?? false {
            facts.notes.insert(.externalData)
        }
        if walk.hasFragment { facts.notes.insert(.fragmented) }
        if walk.reader.isExhausted { facts.notes.insert(.tooManyParts) }
        if let movie = walk.movie, format.kind != .image {
            movie.remarks.forEach { facts.remarks.note($0) }
            if movie.content == .noVideo {
                facts.notes.insert(.audioOnly)
                if format.kind == .video { facts.remarks.note(.irregular("it has no video track, only sound")) }
            }
            // The extension `.m4a` only holds for a file without video.
            if movie.content == .video && format == .m4a { facts.format = .mp4 }
        }
        return facts
    }

    /// Reads the top-level boxes; returns the reason when they do not cover the file.
    private func tile(_ walk: inout Walk) throws(SystemCallError) -> String? {
        let byteCount = walk.reader.window.byteCount
        while walk.offset < byteCount {
            guard let box = try walk.reader.box(at: walk.offset, limit: byteCount) else {
                if walk.reader.isExhausted { return "it has more boxes than any media file" }
                // Bytes that form no box may follow a playable file. In a fragmented file they may be the beginning of
                // the next fragment.
                return isPlayable(walk) && !walk.hasFragment ? nil : "it ends inside a box's header"
            }
            guard box.end <= byteCount else {
                return isPlayable(walk) && !box.isTopLevel ? nil : "it ends inside a box"
            }
            try take(box, &walk)
            walk.offset = box.end
        }
        return nil
    }

    private func take(_ box: ISOBox, _ walk: inout Walk) throws(SystemCallError) {
        switch box.type {
        case "moov":
            let movie = try ISOMovieHeader(box, &walk.reader)
            guard let first = walk.movie else {
                walk.movie = movie
                return
            }
            // Decoders differ in which of two they read, so neither may point outside.
            walk.movie?.pointsOutside = first.pointsOutside || movie.pointsOutside
            walk.remarks.note(.irregular("it has two headers (moov)"))
        case "meta":
            if walk.picture == nil && format.kind == .image {
                walk.picture = try ISOPictureHeader(box, &walk.reader)
            }
        case "mdat", "imda": walk.hasMedia = true
        case "moof":
            walk.hasFragment = true
            if !walk.hasFragmentSamples { walk.hasFragmentSamples = try announcesSamples(box, &walk.reader) }
        default: break
        }
    }

    /// Whether a track run of a fragment (traf, trun) has samples, ISO/IEC 14496-12 section 8.8.8.
    private func announcesSamples(_ fragment: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) -> Bool {
        var count = 0
        try reader.forEachBox(from: fragment.contentStart, to: fragment.end) { reader, track throws(SystemCallError) in
            guard track.type == "traf" else { return }
            try reader.forEachBox(from: track.contentStart, to: track.end) { reader, run throws(SystemCallError) in
                guard run.type == "trun" else { return }
                count += try reader.window.bigEndian(at: run.fullContentStart, 4) ?? 0
            }
        }
        return count > 0
    }

    private func isPlayable(_ walk: Walk) -> Bool {
        if format.kind == .image, let picture = walk.picture { return walk.hasMedia || picture.hasData }
        return walk.movie != nil && walk.hasMedia
    }

    /// The missing part, by the boxes that were found.
    private func missing(_ walk: Walk) -> Completeness? {
        if walk.movie?.pointsOutside ?? false || walk.picture?.pointsOutside ?? false {
            return .incomplete("its media data are outside the file")
        }
        if format == .jpeg2000 { return nil }
        if walk.movie == nil && walk.picture == nil { return .incomplete("it has no header box") }
        if walk.picture?.isDamaged ?? false { return .incomplete("a box of its header (meta) is damaged") }
        if let movie = walk.movie, walk.picture == nil {
            if let damage = movie.damage { return .incomplete(damage) }
            if movie.content == .noTrack { return .incomplete("its header names no track") }
            if let why = movie.undecodable { return .undecodable(why) }
            if movie.sampleBytes > walk.offset { return .incomplete("its samples (stsz) are larger than the file") }
            if movie.lastChunk >= walk.offset { return .incomplete("its header points past the end of the file") }
            if movie.isFragmented && !walk.hasFragment && movie.lastChunk == 0 {
                return .incomplete("it has no fragment")
            }
            if movie.lastChunk == 0 && !walk.hasFragmentSamples {
                return .incomplete("its tracks have no samples (stco, trun)")
            }
        }
        return isPlayable(walk) ? nil : .incomplete("it has no media box")
    }
}

/// One box of an ISO base media file, ISO/IEC 14496-12 section 4.2.
struct ISOBox {
    let type: FourCC
    /// The offset of the content, after size and type.
    let contentStart: Int
    /// The announced end; it may be past the end of the file, and is never negative.
    let end: Int

    /// Box types that occur at the top level.
    private static let topLevelTypes: Set<FourCC> = [
        "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "pnot", "meta", "mfra", "sidx", "ssix", "prft",
        "emsg", "uuid", "udta", "pdin", "bloc", "meco", "imda", "idat", "PICT",
    ]

    var isTopLevel: Bool { Self.topLevelTypes.contains(type) }

    /// The offset of the content after the version and flags of a full box.
    var fullContentStart: Int { contentStart + 4 }
}

/// Reader of box headers with a limit of boxes, which bounds the time for hostile files.
struct ISOBoxReader {
    /// A limit of boxes: ten minutes in fragments of a tenth of a second have 12,000 at the top.
    static let boxLimit = 65_536

    var window: ByteWindow
    private(set) var boxCount = 0

    /// Whether the limit of boxes was exceeded.
    var isExhausted: Bool { boxCount > Self.boxLimit }

    /// Reads the header of the box at `offset`; returns `nil` when there is none or the limit of boxes is exceeded. A
    /// box of size 0 extends to `limit`, the end of its parent.
    mutating func box(at offset: Int, limit: Int) throws(SystemCallError) -> ISOBox? {
        guard limit - offset >= 8, let size = try window.bigEndian(at: offset, 4),
            let type = try window.code(at: offset + 4)
        else { return nil }
        boxCount += 1
        guard !isExhausted else { return nil }
        switch size {
        case 0:
            return ISOBox(type: type, contentStart: offset + 8, end: limit)
        case 1:
            guard let high = try window.bigEndian(at: offset + 8, 4), let low = try window.bigEndian(at: offset + 12, 4)
            else { return ISOBox(type: type, contentStart: offset + 16, end: .max) }
            // A size of 2^62 and more would not fit; no file is that long.
            guard high < 1 << 30 else { return ISOBox(type: type, contentStart: offset + 16, end: .max) }
            let large = high << 32 | low
            guard large >= 16 else { return nil }
            return ISOBox(type: type, contentStart: offset + 16, end: offset + large)
        case 2..<8:
            return nil
        default:
            return ISOBox(type: type, contentStart: offset + 8, end: offset + size)
        }
    }

    /// Calls `visit` for each complete box inside a range; returns whether the boxes cover it. Less than a box's header
    /// may remain: QuickTime ends some lists with four zero bytes.
    @discardableResult
    mutating func forEachBox(
        from start: Int,
        to end: Int,
        _ visit: (inout ISOBoxReader, ISOBox) throws(SystemCallError) -> Void
    ) throws(SystemCallError) -> Bool {
        var offset = start
        while end - offset >= 8 {
            guard let box = try box(at: offset, limit: end), box.end <= end else { return false }
            try visit(&self, box)
            offset = box.end
        }
        return true
    }
}

/// The data references of a track, ISO/IEC 14496-12 section 8.7.2.
enum ISODataReferences {
    /// Whether a `dref` box refers to data outside the file, or is damaged so that it might. Following such a reference
    /// would read an unchecked file or URL.
    static func areExternal(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) -> Bool {
        var isOutside = false
        var missing = try reader.window.bigEndian(at: box.fullContentStart, 4) ?? 0
        let start = box.fullContentStart + 4
        let isWhole = try reader.forEachBox(from: start, to: box.end) { reader, entry throws(SystemCallError) in
            missing -= 1
            let flags = try reader.window.bigEndian(at: entry.contentStart, 4) ?? 0
            // Flag 1: the data are in this file. An entry without a location has nothing to point with.
            let hasLocation = entry.end - entry.fullContentStart > 1
            if flags & 1 == 0 && hasLocation || entry.end < entry.fullContentStart { isOutside = true }
        }
        return isOutside || !isWhole || missing > 0
    }
}
