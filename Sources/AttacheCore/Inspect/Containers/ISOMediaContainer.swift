/// Walks the boxes of an ISO base media file: MP4, QuickTime, 3GPP, HEIC, AVIF.
///
/// The boxes at the top must tile the file, and the ones that carry header and media must be there.
struct ISOMediaContainer: ContainerReading {
    /// What the brands say.
    let format: MediaFormat

    private struct Walk {
        var reader: ISOBoxReader
        var offset = 0
        var movie: ISOMovieHeader?
        var picture: ISOPictureHeader?
        var hasMedia = false
        var hasFragment = false
    }

    func read(_ file: any ByteSource) throws(ByteSourceError) -> ContainerFacts {
        var walk = Walk(reader: ISOBoxReader(ByteWindow(file, size: ByteWindow.hopSize)))
        let failure = try tile(&walk) ?? missing(walk, byteCount: file.byteCount)
        var facts = ContainerFacts(
            format: format,
            end: walk.offset,
            completeness: failure.map(Completeness.incomplete) ?? .complete,
            pixels: walk.picture?.pixels ?? walk.movie?.pixels,
            frames: format.kind == .image ? 1 : nil
        )
        if walk.movie?.pointsOutside ?? false || walk.picture?.pointsOutside ?? false {
            facts.notes.insert(.externalData)
        }
        if walk.hasFragment { facts.notes.insert(.fragmented) }
        if walk.reader.isExhausted { facts.notes.insert(.tooManyParts) }
        if let movie = walk.movie, format.kind != .image {
            if !movie.hasVideo && movie.hasTracks { facts.notes.insert(.audioOnly) }
            // The name `.m4a` was believed as long as nothing spoke against it.
            if movie.hasVideo && format == .m4a { facts.format = .mp4 }
        }
        return facts
    }

    /// Walks the boxes at the top; gives the reason when they do not tile the file.
    private func tile(_ walk: inout Walk) throws(ByteSourceError) -> String? {
        let byteCount = walk.reader.window.byteCount
        while walk.offset < byteCount {
            guard let box = try walk.reader.box(at: walk.offset, limit: byteCount) else {
                if walk.reader.isExhausted { return "it has more boxes than any media file" }
                // Once everything that plays is there, bytes that form no box were appended by somebody else. In
                // fragments they may be the beginning of the next one.
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

    private func take(_ box: ISOBox, _ walk: inout Walk) throws(ByteSourceError) {
        switch box.type {
        case "moov":
            if walk.movie == nil { walk.movie = try ISOMovieHeader(box, &walk.reader) }
        case "meta":
            if walk.picture == nil && format.kind == .image {
                walk.picture = try ISOPictureHeader(box, &walk.reader)
            }
        case "mdat", "imda": walk.hasMedia = true
        case "moof": walk.hasFragment = true
        default: break
        }
    }

    private func isPlayable(_ walk: Walk) -> Bool {
        if format.kind == .image, let picture = walk.picture { return walk.hasMedia || picture.hasData }
        return walk.movie != nil && walk.hasMedia
    }

    /// What the file lacks, by the boxes that were found.
    private func missing(_ walk: Walk, byteCount: Int) -> String? {
        if walk.movie?.pointsOutside ?? false || walk.picture?.pointsOutside ?? false {
            return "its media data lie outside the file"
        }
        if format == .jpeg2000 { return nil }
        if walk.movie == nil && walk.picture == nil { return "it has no header box" }
        if let movie = walk.movie, walk.picture == nil {
            if movie.isCompressed { return "its header is compressed and cannot be checked" }
            if !movie.hasTracks { return "its header names no track" }
            if movie.lastChunk >= byteCount { return "its header points behind the end of the file" }
            if movie.isFragmented && !walk.hasFragment && movie.lastChunk == 0 { return "it has no fragment" }
        }
        return isPlayable(walk) ? nil : "it has no media box"
    }
}
