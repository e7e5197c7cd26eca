package import AttacheSystem

/// Reader of one kind of container, in memory and time bounded by the file's length.
package protocol ContainerReading: Sendable {
    /// Reads the structure of a whole file; throws only when the file cannot be read, never because of its content.
    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts
}

/// The facts that a container's headers and structure show; nothing is decoded.
package struct ContainerFacts: Sendable, Hashable {
    /// The format, which the whole file can show more precisely than its first bytes.
    package var format: MediaFormat
    /// The end of the container, in bytes from the start; later bytes do not belong to it.
    package var end: Int
    package var completeness = Completeness.complete
    /// Width and height, if the headers have them.
    package var pixels: PixelSize?
    /// Pictures in a still or animated image; `nil` for video and audio.
    package var frames: Int?
    /// Further facts that decide about the attachment.
    package var notes: Set<ContainerNote> = []
    /// What a sender should know although the file is attached.
    package var remarks: [ContainerRemark] = []
}

/// A property of a file that is attached with a warning.
package enum ContainerRemark: Sendable, Hashable {
    /// A codec that iOS does not play; the text names it with its header field.
    case codec(String)
    /// A fault that decoders read past; the text completes "the file is irregular: …" and has no full stop.
    case irregular(String)
}

extension [ContainerRemark] {
    /// Adds a remark once; a hostile file cannot cause more than a few.
    package mutating func note(_ remark: ContainerRemark) {
        if count < 8, !contains(remark) { append(remark) }
    }
}

/// A further fact that decides whether a container is attached.
package enum ContainerNote: Sendable, Hashable {
    /// The media data are outside the file, behind a URL or in another file.
    case externalData
    /// An MP4 container without a video track.
    case audioOnly
    /// A container with its media in fragments, in which a cut between two fragments does not show.
    case fragmented
    /// More parts than the limit of the reader, which regular files never reach.
    case tooManyParts
}

/// Whether a file has everything its container announces.
package enum Completeness: Sendable, Hashable {
    /// Everything, or the format has no end mark that could be missing.
    case complete
    /// Nothing but the end mark is missing, without which most decoders show the file; the text is like the next one's.
    case unterminated(String)
    /// Something is missing or damaged; the text completes "the file is incomplete: …" and has no full stop.
    case incomplete(String)
    /// A header field has a value that no decoder reads; the text names the field and has no full stop.
    case undecodable(String)
}

/// The container readers by format.
package enum ContainerTable {
    /// Reads a whole file of the format that `FormatDetector` found; throws only when the file cannot be read.
    package static func read(
        _ file: any ByteSource,
        format: MediaFormat,
        checksum: any ChecksumComputing = TableChecksum()
    ) throws(SystemCallError) -> ContainerFacts {
        try reader(for: format, checksum).read(file)
    }

    private static func reader(for format: MediaFormat, _ checksum: any ChecksumComputing) -> any ContainerReading {
        switch format.family {
        case .jpeg: JPEGContainer()
        case .png: PNGContainer(checksum: checksum)
        case .gif: GIFContainer()
        case .webp, .avi, .wave: RIFFContainer(format: format)
        case .aiff: AIFFContainer(format: format)
        case .isoMedia: ISOMediaContainer(format: format)
        case .mpegAudio: MPEGAudioContainer(format: format)
        case .mpegStream: MPEGStreamContainer(format: format)
        case .coreAudio: CoreAudioContainer()
        case .au: AUContainer()
        case .amr: AMRContainer()
        case .dolbyDigital, .ogg, .flac, .midi, .matroska, .asf, .flashVideo, .tiff, .bmp, .icon, .drawing,
            .jpegXL:
            UnmarkedContainer(format: format)
        }
    }
}

/// Reader of formats without an end mark and of formats that iOS refuses anyway: any length is complete.
struct UnmarkedContainer: ContainerReading {
    let format: MediaFormat

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        ContainerFacts(format: format, end: file.byteCount)
    }
}
