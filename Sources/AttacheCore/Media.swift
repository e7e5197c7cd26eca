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

/// The size of a picture in pixels.
package struct PixelSize: Sendable, Hashable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Number of pixels; saturates at `Int.max`.
    package var count: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? Int.max : product
    }
}
