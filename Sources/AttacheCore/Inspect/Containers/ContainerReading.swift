package import AttacheSystem

/// Walks one kind of container, in memory and time bounded by the file's length.
package protocol ContainerReading: Sendable {
    /// Reads a file's structure.
    ///
    /// - Parameter file: The whole file.
    /// - Returns: What the container says; never fails on what the file contains.
    /// - Throws: `SystemCallError` when the file cannot be read.
    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts
}

/// What a container says of itself, read from its headers and its structure; nothing is decoded.
package struct ContainerFacts: Sendable, Hashable {
    /// The format, which a look at the whole file can make more precise than its first bytes did.
    package var format: MediaFormat
    /// Width and height, where the headers tell.
    package var pixels: PixelSize?
    /// Pictures in a still or animated image; `nil` for video and audio.
    package var frames: Int?
    /// Whether the file is whole.
    package var completeness: Completeness
    /// Where the container ends, in bytes from the start; what follows does not belong to it.
    package var end: Int
    /// What else decides.
    package var notes: Set<ContainerNote>

    /// Creates facts.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - end: Where the container ends, in bytes.
    ///   - completeness: Whether the file is whole.
    ///   - pixels: Width and height, where the headers tell.
    ///   - frames: Pictures in an image.
    ///   - notes: What else decides.
    package init(
        format: MediaFormat,
        end: Int,
        completeness: Completeness = .complete,
        pixels: PixelSize? = nil,
        frames: Int? = nil,
        notes: Set<ContainerNote> = []
    ) {
        self.format = format
        self.pixels = pixels
        self.frames = frames
        self.completeness = completeness
        self.end = end
        self.notes = notes
    }
}

/// Something else a container shows that decides whether it is attached.
package enum ContainerNote: Sendable, Hashable {
    /// The media data lie outside the file, behind a URL or in another file.
    case externalData
    /// An MP4 container without a video track.
    case audioOnly
    /// A container whose media come in fragments, so that a cut between two fragments does not show.
    case fragmented
    /// A walk ended at its cap: no honest file has so many parts.
    case tooManyParts
}

/// Whether a file has everything its container announces.
package enum Completeness: Sendable, Hashable {
    /// All of it, or the format has no end mark that could be missing.
    case complete
    /// Something is missing or damaged; the text completes "the file is not whole: …" and has no full stop.
    case incomplete(String)
}

/// Which reader walks which format.
package enum ContainerTable {
    /// Reads a whole file's structure.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - format: What its first bytes are, from `FormatDetector`.
    /// - Returns: What the container says of itself.
    /// - Throws: `SystemCallError` when the file cannot be read; never for what the file contains.
    package static func read(
        _ file: any ByteSource,
        format: MediaFormat
    ) throws(SystemCallError) -> ContainerFacts {
        try reader(for: format).read(file)
    }

    private static func reader(for format: MediaFormat) -> any ContainerReading {
        switch format.family {
        case .jpeg: JPEGContainer()
        case .png: PNGContainer()
        case .gif: GIFContainer()
        case .webp, .avi, .wave: RIFFContainer(format: format)
        case .aiff: AIFFContainer(format: format)
        case .isoMedia: ISOMediaContainer(format: format)
        case .mpegAudio: MPEGAudioContainer(format: format)
        case .mpegStream: MPEGStreamContainer(format: format)
        case .coreAudio: CoreAudioContainer()
        case .au: AUContainer()
        case .amr, .dolbyDigital, .ogg, .flac, .midi, .matroska, .asf, .flashVideo, .tiff, .bmp, .icon, .jpegXL:
            UnmarkedContainer(format: format)
        }
    }
}

/// Formats without an end mark, and formats that iOS refuses anyway: whole when their length is.
struct UnmarkedContainer: ContainerReading {
    /// The format.
    let format: MediaFormat

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        ContainerFacts(format: format, end: file.byteCount)
    }
}
