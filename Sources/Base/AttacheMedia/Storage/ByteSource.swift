package import AttacheSystem

/// Random access to the bytes of a file, so that readers of containers need not hold it in memory.
package protocol ByteSource {
    /// The file's length in bytes.
    var byteCount: Int { get }

    /// Reads `count` bytes from `offset`, 0 or more; returns fewer only at the end of the file.
    func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8]

    /// The whole content while it is in memory; `nil` when reading it may wait for a disk.
    var bytesInMemory: [UInt8]? { get }
}

extension ByteSource {
    package var bytesInMemory: [UInt8]? { nil }
}

extension ScratchFile: ByteSource {}

/// A moving view of a file, of which only a window is in memory.
///
/// A range past the end of the file is `nil`, never a trap; offsets may be any value of a hostile header.
struct ByteWindow {
    /// The size for reading every byte: small enough for hundreds of files at once.
    static let scanSize = 65_536
    /// The size for jumps from header to header.
    static let hopSize = 4_096

    private let file: any ByteSource
    private let size: Int
    private var bytes: [UInt8] = []
    private var start = 0

    let byteCount: Int

    /// Creates a window that reads `size` bytes at a time, at least 64.
    init(_ file: any ByteSource, size: Int) {
        self.file = file
        self.size = size
        self.byteCount = file.byteCount
        // A window over everything, which needs no copy.
        if let content = file.bytesInMemory { bytes = content }
    }

    /// The byte at `offset`, or `nil` past the end.
    @inline(__always)
    mutating func byte(at offset: Int) throws(SystemCallError) -> UInt8? {
        let index = offset &- start
        if index >= 0 && index < bytes.count { return bytes[index] }
        return try move(to: offset, covering: 1) ? bytes.first : nil
    }

    /// An unsigned big-endian number of `width` bytes, 1 to 7, or `nil` past the end.
    mutating func bigEndian(at offset: Int, _ width: Int) throws(SystemCallError) -> Int? {
        guard let index = try index(of: offset, covering: width) else { return nil }
        var value = 0
        for position in index..<index + width { value = value << 8 | Int(bytes[position]) }
        return value
    }

    /// An unsigned little-endian number of `width` bytes, 1 to 7, or `nil` past the end.
    mutating func littleEndian(at offset: Int, _ width: Int) throws(SystemCallError) -> Int? {
        guard let index = try index(of: offset, covering: width) else { return nil }
        var value = 0
        for position in (index..<index + width).reversed() { value = value << 8 | Int(bytes[position]) }
        return value
    }

    /// The four-character code at `offset`, or `nil` past the end.
    mutating func code(at offset: Int) throws(SystemCallError) -> FourCC? {
        try bigEndian(at: offset, 4).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
    }

    /// `count` bytes from `offset`, or `nil` when the file has fewer or `count` is negative.
    mutating func bytes(at offset: Int, _ count: Int) throws(SystemCallError) -> [UInt8]? {
        guard count >= 0, let index = try index(of: offset, covering: count) else { return nil }
        return Array(bytes[index..<index + count])
    }

    /// Calls `body` with the bytes from `offset` that are in memory, at least `minimum` (1 or more) and at most
    /// `limit`; returns `nil` when the file has fewer than `minimum`.
    mutating func withBytes<Result>(
        from offset: Int,
        atLeast minimum: Int = 1,
        limit: Int = .max,
        _ body: (Span<UInt8>) -> Result
    ) throws(SystemCallError) -> Result? {
        guard limit > 0, let index = try index(of: offset, covering: minimum) else { return nil }
        let count = min(bytes.count - index, limit)
        return body(bytes.span.extracting(index..<index + count))
    }

    /// The index of the range in `bytes`, after moving the window if necessary.
    @inline(__always)
    private mutating func index(of offset: Int, covering count: Int) throws(SystemCallError) -> Int? {
        let index = offset &- start
        if index >= 0 && index < bytes.count && bytes.count - index >= count { return index }
        return try move(to: offset, covering: count) ? 0 : nil
    }

    private mutating func move(to offset: Int, covering count: Int) throws(SystemCallError) -> Bool {
        guard offset >= 0, offset < byteCount, byteCount - offset >= count else { return false }
        bytes = try file.read(at: offset, count: max(size, count))
        start = offset
        // A file that shrank since its length was taken returns fewer bytes than expected.
        return bytes.count >= count && !bytes.isEmpty
    }
}

extension [UInt8] {
    /// Whether the bytes at `offset` are those of `text`; `false` where the array is too short.
    package func matches(_ text: String, at offset: Int = 0) -> Bool {
        let wanted = text.utf8
        guard offset >= 0, offset <= count, count - offset >= wanted.count else { return false }
        return self[offset..<offset + wanted.count].elementsEqual(wanted)
    }

    /// Whether the array has `signature` at `offset`.
    package func matches(_ signature: [UInt8], at offset: Int = 0) -> Bool {
        guard offset >= 0, offset <= count, count - offset >= signature.count else { return false }
        return self[offset..<offset + signature.count].elementsEqual(signature)
    }

    /// The byte at `offset`, or `nil` past the end.
    package func byte(_ offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? self[offset] : nil
    }

    /// An unsigned big-endian number of `width` bytes, 1 to 7, or `nil` past the end.
    package func bigEndian(_ offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, width <= count, offset <= count - width else { return nil }
        return self[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
    }

    /// An unsigned little-endian number of `width` bytes, 1 to 7, or `nil` past the end.
    func littleEndian(_ offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, width <= count, offset <= count - width else { return nil }
        return self[offset..<offset + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The four-character code at `offset`, or `nil` past the end.
    package func code(_ offset: Int) -> FourCC? {
        bigEndian(offset, 4).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
    }
}

/// The four-character code of a box, a chunk or a brand.
package struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The four bytes, the first one highest.
    package let rawValue: UInt32

    package init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Creates a code from four ASCII characters.
    package init(stringLiteral text: String) {
        rawValue = text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The four characters for a message, with a question mark for each that is not printable ASCII.
    package var text: String {
        let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0 * 8)) }
        return String(decoding: bytes.map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// Whether all four bytes are ASCII letters, as in the names of PNG chunks.
    package var isAlphabetic: Bool {
        (0..<4).allSatisfy { index in
            let lower = UInt8(truncatingIfNeeded: rawValue >> UInt32(index * 8)) | 0x20
            return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
        }
    }
}
