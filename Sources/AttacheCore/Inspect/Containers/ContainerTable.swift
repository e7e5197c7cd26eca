/// Which reader walks which format.
package enum ContainerTable {
    /// Reads a whole file's structure.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - format: What its first bytes are, from `FormatDetector`.
    /// - Returns: What the container says of itself.
    /// - Throws: `ByteSourceError` when the file cannot be read; never for what the file contains.
    package static func read(
        _ file: any ByteSource,
        format: MediaFormat
    ) throws(ByteSourceError) -> ContainerFacts {
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
