/// Walks AVI, WAVE and WebP files: their outer chunks, and the headers that tell width, height and frames.
struct RIFFContainer: ContainerReading {
    /// AVI, WAVE or WebP.
    let format: MediaFormat

    private struct Findings {
        var pixels: PixelSize?
        var frames = 0
        var hasHeader = false
        var hasMedia = false
    }

    func read(_ file: any ByteSource) throws(ByteSourceError) -> ContainerFacts {
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
    ) throws(ByteSourceError) {
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

    /// The lists of an AVI file: its headers and its streams, "AVI RIFF File Reference", Microsoft.
    private func takeList(
        _ chunk: ChunkWalk.Chunk,
        _ window: inout ByteWindow,
        _ found: inout Findings
    ) throws(ByteSourceError) {
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

    /// Large AVI files go on in further RIFF chunks of the form `AVIX`, OpenDML AVI 1.02 section 3.
    private func skipExtensions(_ window: inout ByteWindow, from start: Int) throws(ByteSourceError) -> (Int, String?)
    {
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
