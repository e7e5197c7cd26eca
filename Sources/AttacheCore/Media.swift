/// A file that is what it says: type, container, size and pixels are verified.
package struct Media: Sendable {
    /// Where it is.
    package var spool: any MediaSpool
    /// What it is.
    package var format: MediaFormat
    /// The extension it is attached with, without the full stop.
    package var fileExtension: String
    /// Its length in bytes.
    package var byteCount: Int
    /// Width and height, where the container tells.
    package var pixels: PixelSize?
    /// Pictures in it, where the container tells.
    package var frameCount: Int?
    /// What is at risk: warnings and notes.
    package var warnings: [Reason]
}
