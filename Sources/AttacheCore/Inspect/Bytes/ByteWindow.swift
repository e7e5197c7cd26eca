/// A moving view of a file: readers ask for bytes anywhere, and only a window of the file is in memory.
///
/// A range that lies past the end of the file is `nil`, never a trap; offsets may be anything a hostile header yields.
struct ByteWindow {
    /// Wide enough for walks that touch every byte, small enough for hundreds of files at once.
    static let scanSize = 65_536
    /// For walks that jump from header to header.
    static let hopSize = 4_096

    private let file: any ByteSource
    private let size: Int
    private var bytes: [UInt8] = []
    private var start = 0

    /// The file's length in bytes.
    let byteCount: Int

    /// Creates a window over `file`.
    ///
    /// - Parameters:
    ///   - file: What is looked at.
    ///   - size: How much is read at a time, in bytes, at least 64.
    init(_ file: any ByteSource, size: Int) {
        self.file = file
        self.size = size
        self.byteCount = file.byteCount
    }

    /// The byte at `offset`, or `nil` past the end.
    @inline(__always)
    mutating func byte(at offset: Int) throws(ByteSourceError) -> UInt8? {
        let index = offset &- start
        if index >= 0 && index < bytes.count { return bytes[index] }
        return try move(to: offset, covering: 1) ? bytes.first : nil
    }

    /// An unsigned big-endian number of `width` bytes, 1 to 7, or `nil` past the end.
    mutating func bigEndian(at offset: Int, _ width: Int) throws(ByteSourceError) -> Int? {
        guard let index = try index(of: offset, covering: width) else { return nil }
        var value = 0
        for position in index..<index + width { value = value << 8 | Int(bytes[position]) }
        return value
    }

    /// An unsigned little-endian number of `width` bytes, 1 to 7, or `nil` past the end.
    mutating func littleEndian(at offset: Int, _ width: Int) throws(ByteSourceError) -> Int? {
        guard let index = try index(of: offset, covering: width) else { return nil }
        var value = 0
        for position in (index..<index + width).reversed() { value = value << 8 | Int(bytes[position]) }
        return value
    }

    /// The four-character code at `offset`, or `nil` past the end.
    mutating func code(at offset: Int) throws(ByteSourceError) -> FourCC? {
        try bigEndian(at: offset, 4).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
    }

    /// `count` bytes from `offset`, or `nil` when not all of them are there.
    mutating func bytes(at offset: Int, _ count: Int) throws(ByteSourceError) -> [UInt8]? {
        guard let index = try index(of: offset, covering: count) else { return nil }
        return Array(bytes[index..<index + count])
    }

    /// Shows `body` the bytes from `offset` on that are in memory.
    ///
    /// - Parameters:
    ///   - offset: Where to begin.
    ///   - minimum: How many bytes `body` needs, 1 or more.
    ///   - limit: How many it is shown at most.
    ///   - body: Looks at the bytes.
    /// - Returns: What `body` returns, or `nil` when fewer than `minimum` bytes are left in the file.
    /// - Throws: `ByteSourceError` when the file cannot be read.
    mutating func withBytes<Result>(
        from offset: Int,
        atLeast minimum: Int = 1,
        limit: Int = .max,
        _ body: (Span<UInt8>) -> Result
    ) throws(ByteSourceError) -> Result? {
        guard limit > 0, let index = try index(of: offset, covering: minimum) else { return nil }
        let count = min(bytes.count - index, limit)
        return body(bytes.span.extracting(index..<index + count))
    }

    /// Where in `bytes` the range begins, after moving there if need be.
    @inline(__always)
    private mutating func index(of offset: Int, covering count: Int) throws(ByteSourceError) -> Int? {
        let index = offset &- start
        if index >= 0 && index < bytes.count && bytes.count - index >= count { return index }
        return try move(to: offset, covering: count) ? 0 : nil
    }

    private mutating func move(to offset: Int, covering count: Int) throws(ByteSourceError) -> Bool {
        guard offset >= 0, offset < byteCount, byteCount - offset >= count else { return false }
        bytes = try file.read(at: offset, count: max(size, count))
        start = offset
        // A file that shrank since its length was taken gives fewer bytes than its length promised.
        return bytes.count >= count && !bytes.isEmpty
    }
}
