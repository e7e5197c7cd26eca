/// Reads box headers, counting them so that no file takes longer than its size can justify.
struct ISOBoxReader {
    /// Boxes at most: ten minutes in fragments of a tenth of a second have 12,000 at the top.
    static let boxLimit = 65_536

    var window: ByteWindow
    private(set) var boxCount = 0

    init(_ window: ByteWindow) {
        self.window = window
    }

    /// Whether more boxes were asked for than any honest file has.
    var isExhausted: Bool { boxCount > Self.boxLimit }

    /// Reads the header of the box at `offset`.
    ///
    /// - Parameters:
    ///   - offset: Where the box begins.
    ///   - limit: Where what it lies in ends, in bytes; a box of size 0 goes on to there.
    /// - Returns: The box, or `nil` when no header stands there or too many were read.
    /// - Throws: `ByteSourceError` when the file cannot be read.
    mutating func box(at offset: Int, limit: Int) throws(ByteSourceError) -> ISOBox? {
        guard limit - offset >= 8, let size = try window.bigEndian(at: offset, 4),
            let type = try window.code(at: offset + 4)
        else { return nil }
        boxCount += 1
        guard !isExhausted else { return nil }
        switch size {
        case 0:
            return ISOBox(type: type, contentStart: offset + 8, end: limit)
        case 1:
            guard let high = try window.bigEndian(at: offset + 8, 4), let low = try window.bigEndian(at: offset + 12, 4)
            else { return ISOBox(type: type, contentStart: offset + 16, end: .max) }
            // A size of 2^62 and more would not fit; no file is that long.
            guard high < 1 << 30 else { return ISOBox(type: type, contentStart: offset + 16, end: .max) }
            let large = high << 32 | low
            guard large >= 16 else { return nil }
            return ISOBox(type: type, contentStart: offset + 16, end: offset + large)
        case 2..<8:
            return nil
        default:
            return ISOBox(type: type, contentStart: offset + 8, end: offset + size)
        }
    }

    /// Visits the boxes inside a range, as far as they are whole.
    ///
    /// - Parameters:
    ///   - start: Where the first one begins.
    ///   - end: Where the last one ends.
    ///   - visit: Looks at one box.
    /// - Throws: `ByteSourceError` when the file cannot be read.
    mutating func forEachBox(
        from start: Int,
        to end: Int,
        _ visit: (inout ISOBoxReader, ISOBox) throws(ByteSourceError) -> Void
    ) throws(ByteSourceError) {
        var offset = start
        while offset < end, let box = try box(at: offset, limit: end), box.end <= end {
            try visit(&self, box)
            offset = box.end
        }
    }
}
