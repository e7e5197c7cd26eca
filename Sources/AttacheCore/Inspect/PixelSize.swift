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
