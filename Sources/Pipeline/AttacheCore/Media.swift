/// A media file whose type, container, size and pixels have been verified.
package struct Media: Sendable {
    /// The spooled file.
    package var spool: any MediaSpool
    /// The detected format.
    package var format: MediaFormat
    /// The extension it is attached with, without the full stop.
    package var fileExtension: String
    /// The length in bytes.
    package var byteCount: Int
    /// Width and height, when the container reports them.
    package var pixels: PixelSize?
    /// Number of pictures, when the container reports it.
    package var frameCount: Int?
    /// Warnings and notes.
    package var warnings: [Reason]
}
