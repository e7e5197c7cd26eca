/// One attachment as the notification shows it.
public struct Attachment: Sendable, Equatable {
    /// The attachment's identifier within the notification.
    package var identifier: String
    /// The stored file.
    package var file: StoredFile
    /// What it is.
    package var format: MediaFormat
    /// The extension it is stored under, without the full stop.
    package var fileExtension: String
    /// Width and height, where the container tells.
    package var pixels: PixelSize?
    /// Pictures in it, where the container tells.
    package var frameCount: Int?
    /// The URL in the payload.
    package var source: String

    /// Creates an attachment.
    ///
    /// - Parameters:
    ///   - identifier: The attachment's identifier within the notification.
    ///   - file: The stored file.
    ///   - format: What it is.
    ///   - fileExtension: The extension it is stored under, without the full stop.
    ///   - pixels: Width and height, where the container tells.
    ///   - frameCount: Pictures in it, where the container tells.
    ///   - source: The URL in the payload.
    package init(
        identifier: String,
        file: StoredFile,
        format: MediaFormat,
        fileExtension: String,
        pixels: PixelSize?,
        frameCount: Int?,
        source: String
    ) {
        self.identifier = identifier
        self.file = file
        self.format = format
        self.fileExtension = fileExtension
        self.pixels = pixels
        self.frameCount = frameCount
        self.source = source
    }
}
