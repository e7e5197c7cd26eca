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
        /// The length of the sound in an RF64 file.
        var longLength = 0
        /// The streams of an AVI file, or the one of a WAVE file.
        var streams: [RIFFStream] = []
        var remarks: [ContainerRemark] = []
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
        // Programs that write into a pipe leave the lengths open.
        let isLong = try window.code(at: 0) != Self.riff
        let isOpen = format != .webp && (isLong || ChunkWalk.isUnknown(announced) || announced == 0)
        let length = isOpen ? max(4, window.byteCount - 8) : announced
        let extent = FormExtent(at: 0, announced: length, byteCount: window.byteCount)
        var walk = ChunkWalk(window, in: 12..<max(12, extent.contentEnd), isBigEndian: false)
        walk.openChunks = format == .wav ? [Self.data] : format == .avi ? [Self.list] : []
        walk.isZeroOpen = isOpen
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
        if isLong { found.remarks.note(.irregular("it is an RF64 file, for sound of more than 4 GB")) }
        if isOpen && !isLong || walk.hasOpenChunk && !isLong {
            found.remarks.note(.irregular("its length is not known (RIFF), as when a program writes it into a pipe"))
        }
        var failure = extent.failure ?? damage ?? missing(found)
        var end = extent.end
        if format == .avi, failure == nil, !isOpen { (end, failure) = try skipExtensions(&window, from: end) }
        for stream in found.streams { stream.codec.map { found.remarks.note(.codec($0)) } }
        let undecodable = found.streams.lazy.compactMap(\.undecodable).first
        let completeness = failure.map(Completeness.incomplete) ?? undecodable.map(Completeness.undecodable)
        let isPicture = format != .avi || found.streams.contains(where: \.isVideo)
        if !isPicture { found.remarks.note(.irregular("it has no video stream (strh), only sound")) }
        return ContainerFacts(
            format: format,
            end: end,
            completeness: completeness ?? .complete,
            pixels: isPicture ? found.pixels : nil,
            frames: format == .webp ? max(1, found.frames) : nil,
            notes: walk.chunkCount > ChunkWalk.chunkLimit ? [.tooManyParts] : [],
            remarks: format == .webp ? [] : found.remarks
        )
    }

    private func missing(_ found: Findings) -> String? {
        if !found.hasHeader { return "it has no header chunk" }
        if !found.hasMedia { return "it has no media chunk" }
        return format != .webp && found.streams.isEmpty ? "it has no stream header (strh)" : nil
    }

    private func take(
        _ chunk: ChunkWalk.Chunk,
        _ window: inout ByteWindow,
        _ found: inout Findings
    ) throws(SystemCallError) {
        switch chunk.code {
        case Self.format where format == .wav && !found.hasHeader:
            found.hasHeader = true
            found.streams.append(RIFFStream(sound: try window.bytes(at: chunk.start, min(chunk.length, 40)) ?? []))
        case "ds64": found.longLength = try window.littleEndian(at: chunk.start + 8, 7) ?? 0
        case Self.data: found.hasMedia = chunk.length > 0 && found.longLength <= chunk.length
        case Self.list where format == .avi: try takeList(chunk, &window, &found)
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
        let content = min(chunk.start + 4, chunk.start + chunk.length)..<chunk.start + chunk.length
        switch try window.code(at: chunk.start) {
        case Self.movie:
            found.hasMedia = found.hasMedia || chunk.length > 4
        case Self.headers:
            var walk = ChunkWalk(window, in: content, isBigEndian: false)
            while case .chunk(let part) = try walk.next() { try takeHeader(part, &walk.window, &found) }
        default: break
        }
    }

    private func takeHeader(
        _ chunk: ChunkWalk.Chunk,
        _ window: inout ByteWindow,
        _ found: inout Findings
    ) throws(SystemCallError) {
        if chunk.code == Self.mainHeader, let width = try window.littleEndian(at: chunk.start + 32, 4),
            let height = try window.littleEndian(at: chunk.start + 36, 4)
        {
            found.hasHeader = true
            found.pixels = PixelSize(width: width, height: height)
        }
        guard chunk.code == Self.list, chunk.length >= 4, try window.code(at: chunk.start) == Self.streamList else {
            return
        }
        var walk = ChunkWalk(window, in: chunk.start + 4..<chunk.start + chunk.length, isBigEndian: false)
        var header: [UInt8] = []
        while case .chunk(let part) = try walk.next() {
            let bytes = try walk.window.bytes(at: part.start, min(part.length, 40)) ?? []
            if part.code == Self.streamHeader { header = bytes }
            // The header has a byte for the number of each stream; more than these cost memory and tell nothing.
            if part.code == Self.streamFormat, found.streams.count < 64,
                let stream = RIFFStream(header: header, format: bytes)
            {
                found.streams.append(stream)
            }
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
    private static let streamList: FourCC = "strl"
    private static let streamHeader: FourCC = "strh"
    private static let streamFormat: FourCC = "strf"
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
