import AttacheSystem

/// One track of an MP4 or QuickTime file: its header, its references and the tables of its samples.
struct ISOTrack {
    /// A limit of table entries that are read: a day of video has 2.6 million pictures.
    private static let entryLimit = 4_000_000

    var handler: FourCC?
    var entry: ISOSampleEntry?
    private(set) var identifier = 0
    /// The tracks that hold this track's chapters.
    private(set) var chapters: [Int] = []
    private(set) var firstChunk: Int?
    private(set) var lastChunk = 0
    private var shown: PixelSize?
    /// Whether a player turns the pictures by a quarter, as phones record upright videos.
    private var isTurned = false
    /// The bytes of all samples together, and of the first one; 0 when they are not known.
    private(set) var sampleBytes = 0
    private var firstSample = 0

    /// Width and height as shown: those of the coded pictures, or else those of the track header, turned by its matrix.
    var pixels: PixelSize? {
        let size = [entry?.pixels, shown].compactMap(\.self).first { $0.width > 0 && $0.height > 0 }
        return isTurned ? size.map { PixelSize(width: $0.height, height: $0.width) } : size
    }

    /// Takes the track header: the track's number, and its matrix, width and height, 16.16 fixed-point numbers at the end.
    mutating func takeHeader(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) {
        let isLong = try reader.window.byte(at: box.contentStart) == 1
        identifier = try reader.window.bigEndian(at: box.fullContentStart + (isLong ? 16 : 8), 4) ?? 0
        let offset = box.contentStart + (isLong ? 88 : 76)
        guard offset + 8 <= box.end, let width = try reader.window.bigEndian(at: offset, 2),
            let height = try reader.window.bigEndian(at: offset + 4, 2)
        else { return }
        shown = PixelSize(width: width, height: height)
        // The matrix a b u c d v x y w: a quarter turn has only b and c.
        let matrix = offset - 36
        let cosines = [try reader.window.bigEndian(at: matrix, 4), try reader.window.bigEndian(at: matrix + 16, 4)]
        let sines = [try reader.window.bigEndian(at: matrix + 4, 4), try reader.window.bigEndian(at: matrix + 12, 4)]
        isTurned = cosines.allSatisfy { $0 == 0 } && sines.allSatisfy { $0 != 0 && $0 != nil }
    }

    /// Takes the references to chapters, "QuickTime File Format", "Chapter Lists".
    mutating func takeReferences(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) {
        var found: [Int] = []
        try reader.forEachBox(from: box.contentStart, to: box.end) { reader, list throws(SystemCallError) in
            guard list.type == "chap" else { return }
            for offset in stride(from: list.contentStart, to: min(list.end, list.contentStart + 256), by: 4) {
                if let track = try reader.window.bigEndian(at: offset, 4) { found.append(track) }
            }
        }
        chapters += found
    }

    /// Takes the offsets of the chunks; returns whether the table is as long as it announces.
    mutating func takeChunks(
        _ box: ISOBox,
        width: Int,
        _ reader: inout ISOBoxReader
    ) throws(SystemCallError) -> Bool {
        guard let count = try reader.window.bigEndian(at: box.fullContentStart, 4) else { return false }
        let start = box.fullContentStart + 4
        guard count <= (box.end - start) / width else { return false }
        for index in 0..<min(count, Self.entryLimit) {
            let offset = start + index * width
            let high = width == 8 ? try reader.window.bigEndian(at: offset, 4) ?? 0 : 0
            guard let low = try reader.window.bigEndian(at: offset + width - 4, 4) else { return false }
            let chunk = high >= 1 << 30 ? Int.max : high << 32 | low
            lastChunk = max(lastChunk, chunk)
            firstChunk = firstChunk ?? chunk
        }
        return true
    }

    /// Takes the sizes of the samples, ISO/IEC 14496-12 section 8.7.3.2.
    mutating func takeSizes(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) {
        // Behind a shorter box, the next one would be read.
        guard box.end - box.fullContentStart >= 8,
            let size = try reader.window.bigEndian(at: box.fullContentStart, 4),
            let count = try reader.window.bigEndian(at: box.fullContentStart + 4, 4), count > 0
        else { return }
        firstSample = size
        sampleBytes = size.multipliedReportingOverflow(by: count).partialValue
        if sampleBytes / count != size { sampleBytes = .max }
        guard size == 0 else { return }
        let start = box.fullContentStart + 8
        for index in 0..<min(count, (box.end - start) / 4, Self.entryLimit) {
            let sample = try reader.window.bigEndian(at: start + index * 4, 4) ?? 0
            if index == 0 { firstSample = sample }
            sampleBytes += sample
        }
    }

    /// The fault of a video track's first sample, if no coded picture begins there.
    func damage(_ reader: inout ISOBoxReader) throws(SystemCallError) -> String? {
        // Pictures of H.264 and HEVC begin with the length of their first unit.
        guard let chunk = firstChunk, firstSample > 0, let width = try entry?.unitLengthWidth(&reader),
            let length = try reader.window.bigEndian(at: chunk, width)
        else { return nil }
        return length == 0 || length > firstSample - width ? "its first picture (mdat) is damaged" : nil
    }
}
