import AttacheSystem

/// Reader of AVI, WAVE and WebP files: their outer chunks and the headers with width, height and frames.
struct RIFFContainer: ContainerReading {
    /// AVI, WAVE or WebP.
    let format: MediaFormat

    private struct Findings {
        var pixels: PixelSize?
        var frames = 0
        var hasHeader = false
        var hasMedia = false
    }

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.hopSize)
        guard let announced = try window.littleEndian(at: 4, 4) else {
            return ContainerFacts(
                format: format,
                end: window.byteCount,
                completeness: .incomplete("it ends inside its header")
            )
        }
        let extent = FormExtent(at: 0, announced: announced, byteCount: window.byteCount)
        var walk = ChunkWalk(window, in: 12..<max(12, extent.contentEnd), isBigEndian: false)
        var found = Findings()
        var damage: String?
        walking: while true {
            switch try walk.next() {
            case .chunk(let chunk): try take(chunk, &walk.window, &found)
            case .end: break walking
            case .damaged(let why):
                damage = why
                break walking
            }
        }
        var failure = extent.failure ?? damage ?? missing(found)
        var end = extent.end
        if format == .avi, failure == nil { (end, failure) = try skipExtensions(&window, from: end) }
        return ContainerFacts(
            format: format,
            end: end,
            completeness: failure.map(Completeness.incomplete) ?? .complete,
            pixels: found.pixels,
            frames: format == .webp ? max(1, found.frames) : nil,
            notes: walk.chunkCount > ChunkWalk.chunkLimit ? [.tooManyParts] : []
        )
    }

    private func missing(_ found: Findings) -> String? {
        if !found.hasHeader { return "it has no header chunk" }
        return found.hasMedia ? nil : "it has no media chunk"
    }

    private func take(
        _ chunk: ChunkWalk.Chunk,
        _ window: inout ByteWindow,
        _ found: inout Findings
    ) throws(SystemCallError) {
        switch chunk.code {
        case Self.format: found.hasHeader = true
        case Self.data: found.hasMedia = true
        case Self.list: try takeList(chunk, &window, &found)
        case Self.lossy, Self.lossless:
            found.hasHeader = true
            found.hasMedia = true
            if found.pixels == nil { found.pixels = try WebPHeader.pixels(chunk, &window) }
        case Self.extended:
            found.hasHeader = true
            found.pixels = try WebPHeader.pixels(chunk, &window)
        case Self.frame:
            found.hasMedia = true
            found.frames += 1
        default: break
        }
    }

    /// Reads a list of an AVI file: its headers or its streams, "AVI RIFF File Reference", Microsoft.
    private func takeList(
        _ chunk: ChunkWalk.Chunk,
        _ window: inout ByteWindow,
        _ found: inout Findings
    ) throws(SystemCallError) {
        switch try window.code(at: chunk.start) {
        case Self.movie:
            found.hasMedia = true
        case Self.headers:
            found.hasHeader = true
            guard try window.code(at: chunk.start + 4) == Self.mainHeader, chunk.length >= 52,
                let width = try window.littleEndian(at: chunk.start + 44, 4),
                let height = try window.littleEndian(at: chunk.start + 48, 4)
            else { return }
            found.pixels = PixelSize(width: width, height: height)
        default: break
        }
    }

    /// Skips the further RIFF chunks of form `AVIX` in a large AVI file, OpenDML AVI 1.02 section 3.
    private func skipExtensions(_ window: inout ByteWindow, from start: Int) throws(SystemCallError) -> (Int, String?) {
        var end = start
        for _ in 0..<ChunkWalk.chunkLimit {
            guard try window.code(at: end) == Self.riff, try window.code(at: end + 8) == Self.aviExtension,
                let announced = try window.littleEndian(at: end + 4, 4)
            else { break }
            let extent = FormExtent(at: end, announced: announced, byteCount: window.byteCount)
            end = extent.end
            if let failure = extent.failure { return (end, failure) }
        }
        return (end, nil)
    }

    private static let riff: FourCC = "RIFF"
    private static let aviExtension: FourCC = "AVIX"
    private static let list: FourCC = "LIST"
    private static let headers: FourCC = "hdrl"
    private static let mainHeader: FourCC = "avih"
    private static let movie: FourCC = "movi"
    private static let format: FourCC = "fmt "
    private static let data: FourCC = "data"
    private static let lossy: FourCC = "VP8 "
    private static let lossless: FourCC = "VP8L"
    private static let extended: FourCC = "VP8X"
    private static let frame: FourCC = "ANMF"
}

/// Width and height of a WebP picture, RFC 9649 sections 2.5 to 2.7.
enum WebPHeader {
    /// Reads the size from a chunk `VP8 `, `VP8L` or `VP8X`; returns `nil` when the chunk is damaged.
    static func pixels(_ chunk: ChunkWalk.Chunk, _ window: inout ByteWindow) throws(SystemCallError) -> PixelSize? {
        guard let head = try window.bytes(at: chunk.start, min(chunk.length, 10)) else { return nil }
        switch chunk.code {
        case "VP8 ":
            // Three bytes of frame tag, the start code, then 14 bits each.
            guard head.matches([0x9D, 0x01, 0x2A], at: 3), let width = head.littleEndian(6, 2),
                let height = head.littleEndian(8, 2)
            else { return nil }
            return PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
        case "VP8L":
            guard head.byte(0) == 0x2F, let bits = head.littleEndian(1, 4) else { return nil }
            return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        default:
            guard let width = head.littleEndian(4, 3), let height = head.littleEndian(7, 3) else { return nil }
            return PixelSize(width: width + 1, height: height + 1)
        }
    }
}

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
