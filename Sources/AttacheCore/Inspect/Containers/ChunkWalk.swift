/// Steps through the chunks of a RIFF or IFF file: a four-character code, a length of four bytes, the data, and a pad
/// byte after data of odd length.
struct ChunkWalk {
    /// Chunks at most: far more than any animation of 2,000 pictures or any sound has.
    static let chunkLimit = 65_536

    /// One chunk.
    struct Chunk {
        let code: FourCC
        let start: Int
        let length: Int
    }

    /// What a step found.
    enum Step {
        case chunk(Chunk)
        case end
        case damaged(String)
    }

    var window: ByteWindow
    private(set) var offset: Int
    private let end: Int
    private let isBigEndian: Bool
    private(set) var chunkCount = 0

    /// Creates a walk.
    ///
    /// - Parameters:
    ///   - window: The file.
    ///   - range: Where the chunks stand, all of it inside the file.
    ///   - isBigEndian: Whether lengths are big-endian, as in IFF.
    init(_ window: ByteWindow, in range: Range<Int>, isBigEndian: Bool) {
        self.window = window
        self.offset = range.lowerBound
        self.end = range.upperBound
        self.isBigEndian = isBigEndian
    }

    /// Takes the next chunk.
    mutating func next() throws(ByteSourceError) -> Step {
        // A pad byte may be missing at the very end.
        guard offset < end else { return .end }
        chunkCount += 1
        guard chunkCount <= Self.chunkLimit else { return .damaged("it has more chunks than any media file") }
        guard end - offset >= 8, let code = try window.code(at: offset), let length = try length(at: offset + 4) else {
            return .damaged("it ends inside a chunk's header")
        }
        let start = offset + 8
        guard length <= end - start else { return .damaged("it ends inside a chunk") }
        offset = start + length + length % 2
        return .chunk(Chunk(code: code, start: start, length: length))
    }

    private mutating func length(at offset: Int) throws(ByteSourceError) -> Int? {
        isBigEndian ? try window.bigEndian(at: offset, 4) : try window.littleEndian(at: offset, 4)
    }
}
