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
