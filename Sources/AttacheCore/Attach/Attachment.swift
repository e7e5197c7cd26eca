/// One attachment as the notification shows it.
package struct Attachment: Sendable, Equatable {
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
}
