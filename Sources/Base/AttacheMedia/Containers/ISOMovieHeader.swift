import AttacheSystem

/// The tracks in the `moov` box of an MP4 or QuickTime file, ISO/IEC 14496-12 section 8.
struct ISOMovieHeader {
    enum Content {
        case noTrack
        /// Tracks of sound, or those that are not played.
        case noVideo
        case video
    }

    /// The size of the largest video track.
    private(set) var pixels: PixelSize?
    private(set) var content = Content.noTrack
    /// Whether fragments follow the header.
    private(set) var isFragmented = false
    /// Whether data are outside the file.
    var pointsOutside = false
    /// The largest offset at which a chunk of a track begins.
    private(set) var lastChunk = 0
    /// The bytes of all samples of the largest video track.
    private(set) var sampleBytes = 0
    /// The fault of a header that is damaged or cannot be checked, if it is.
    private(set) var damage: String?
    /// The reason why no decoder plays the tracks, if there is one.
    private(set) var undecodable: String?
    /// Codecs that iOS does not play.
    private(set) var remarks: [ContainerRemark] = []

    private static let trackLimit = 1000
    private var track = ISOTrack()
    private var tracks: [ISOTrack] = []

    init(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) {
        try descend(box, depth: 0, &reader)
        try judge(&reader)
    }

    private mutating func descend(
        _ parent: ISOBox,
        depth: Int,
        _ reader: inout ISOBoxReader
    ) throws(SystemCallError) {
        // moov, trak, mdia, minf, stbl: deeper boxes do not matter.
        guard depth < 5 else { return }
        var copy = self
        let isWhole = try reader.forEachBox(from: parent.contentStart, to: parent.end) {
            reader,
            box throws(SystemCallError) in
            try copy.take(box, in: parent.type, depth: depth, &reader)
        }
        self = copy
        if !isWhole { damage = damage ?? "a box of its header (\(parent.type.text)) is damaged" }
    }

    private mutating func take(
        _ box: ISOBox,
        in parent: FourCC,
        depth: Int,
        _ reader: inout ISOBoxReader
    ) throws(SystemCallError) {
        switch box.type {
        // A track inside of a track, or beyond any number of them, is not read: each one costs time and memory.
        case "trak" where depth == 0 && tracks.count < Self.trackLimit:
            track = ISOTrack()
            content = .noVideo
            try descend(box, depth: depth + 1, &reader)
            tracks.append(track)
        case "mdia", "minf", "dinf", "stbl":
            try descend(box, depth: depth + 1, &reader)
        case "hdlr" where parent == "mdia":
            track.handler = try reader.window.code(at: box.fullContentStart + 4)
        case "tkhd":
            try track.takeHeader(box, &reader)
        case "tref":
            try track.takeReferences(box, &reader)
        case "stsd":
            track.entry = try ISOSampleEntry(firstIn: box, &reader)
        case "stco", "co64":
            let isWhole = try track.takeChunks(box, width: box.type == "stco" ? 4 : 8, &reader)
            if !isWhole { damage = damage ?? "a table of its header (\(box.type.text)) is cut" }
            lastChunk = max(lastChunk, track.lastChunk)
        case "stsz":
            try track.takeSizes(box, &reader)
        case "dref":
            if try ISODataReferences.areExternal(box, &reader) { pointsOutside = true }
        case "rmra":
            // A QuickTime reference movie: nothing but the names of other movies.
            pointsOutside = true
        case "cmov":
            damage = "its header is compressed and cannot be checked"
        case "mvex":
            isFragmented = true
        default:
            break
        }
    }

    /// Judges the tracks together: pictures of chapters are no video.
    private mutating func judge(_ reader: inout ISOBoxReader) throws(SystemCallError) {
        let chapters = Set(tracks.flatMap(\.chapters))
        let played = tracks.filter { track in
            track.handler == "soun" || track.handler == "vide" && !chapters.contains(track.identifier)
        }
        tracks = []
        if played.isEmpty { undecodable = "none of its tracks (hdlr) is video or sound" }
        for track in played {
            let isVideo = track.handler == "vide"
            if isVideo {
                content = .video
                if let size = track.pixels, size.count > pixels?.count ?? 0 { pixels = size }
                sampleBytes = max(sampleBytes, track.sampleBytes)
                if damage == nil { damage = try track.damage(&reader) }
            }
            guard let entry = track.entry else {
                undecodable = undecodable ?? "a track has no sample entry (stsd)"
                continue
            }
            if entry.isEncrypted { undecodable = undecodable ?? "its media are encrypted (\(entry.type.text))" }
            if let codec = try entry.unplayed(isVideo: isVideo, &reader) { remarks.note(.codec(codec)) }
        }
    }
}
