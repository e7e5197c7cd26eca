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

/// The size of a picture.
package struct PixelSize: Sendable, Hashable {
    /// Columns.
    package var width: Int
    /// Rows.
    package var height: Int

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - width: Columns, 0 or more.
    ///   - height: Rows, 0 or more.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Pixels in all; a product that no number holds counts as the largest number.
    package var count: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? Int.max : product
    }
}
