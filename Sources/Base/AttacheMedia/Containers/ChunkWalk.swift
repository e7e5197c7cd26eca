import AttacheSystem

/// Iteration over the chunks of a RIFF or IFF file: a four-character code, a length of four bytes, the data, and a pad
/// byte after data of odd length.
struct ChunkWalk {
    /// A limit of chunks, far more than any animation of 2,000 pictures or any sound has.
    static let chunkLimit = 65_536

    struct Chunk {
        let code: FourCC
        let start: Int
        let length: Int
    }

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
    /// Chunks that extend to the end when their length is not known.
    var openChunks: Set<FourCC> = []
    /// Whether a length of 0 means an unknown one.
    var isZeroOpen = false
    private(set) var hasOpenChunk = false

    /// Whether a length is the placeholder for an unknown one: all ones (FFmpeg), or close to 2^31 (SoX).
    static func isUnknown(_ length: Int) -> Bool { length == 0xFFFF_FFFF || 0x7FFF_F000...0x7FFF_FFFE ~= length }

    /// Starts at the beginning of `range`, which must be inside the file; lengths are big-endian in IFF.
    init(_ window: ByteWindow, in range: Range<Int>, isBigEndian: Bool) {
        self.window = window
        self.offset = range.lowerBound
        self.end = range.upperBound
        self.isBigEndian = isBigEndian
    }

    mutating func next() throws(SystemCallError) -> Step {
        // A pad byte may be missing at the very end.
        guard offset < end else { return .end }
        chunkCount += 1
        guard chunkCount <= Self.chunkLimit else { return .damaged("it has more chunks than any media file") }
        guard end - offset >= 8, let code = try window.code(at: offset), let length = try length(at: offset + 4) else {
            return .damaged("it ends inside a chunk's header")
        }
        let start = offset + 8
        if openChunks.contains(code), Self.isUnknown(length) || length == 0 && isZeroOpen {
            hasOpenChunk = true
            offset = end
            return .chunk(Chunk(code: code, start: start, length: end - start))
        }
        guard length <= end - start else { return .damaged("it ends inside a chunk") }
        offset = start + length + length % 2
        return .chunk(Chunk(code: code, start: start, length: length))
    }

    private mutating func length(at offset: Int) throws(SystemCallError) -> Int? {
        isBigEndian ? try window.bigEndian(at: offset, 4) : try window.littleEndian(at: offset, 4)
    }
}

/// The extent of a RIFF or IFF file by its header: eight bytes of header, the announced length, a pad byte if it is
/// odd.
struct FormExtent {
    /// The announced end of the content, clamped to the file.
    let contentEnd: Int
    /// The end of the container, pad byte included.
    let end: Int
    /// The reason why the file is incomplete, if it is.
    let failure: String?

    /// Compares the length in the header at `start` with the file's length.
    init(at start: Int, announced: Int, byteCount: Int) {
        let contentEnd = start + 8 + announced
        self.contentEnd = min(contentEnd, byteCount)
        // The pad byte belongs to the container when it is there; many writers leave it out at the end.
        self.end = min(contentEnd + announced % 2, byteCount)
        if contentEnd > byteCount {
            failure = "it announces \(contentEnd - start) bytes and has \(byteCount - start)"
        } else if announced < 4 {
            failure = "it announces no content"
        } else {
            failure = nil
        }
    }
}
