import AttacheSystem

/// Reader of JPEG files, ITU-T T.81 annex B, through every scan to the end of the image.
///
/// Marker segments are skipped by their length, so that the end marker of a thumbnail in EXIF data does not end the
/// picture.
struct JPEGContainer: ContainerReading {
    /// A limit of segments: a progressive picture has some ten scans, and 10 MB of metadata fit into 160 segments.
    private static let segmentLimit = 65_536

    private struct Walk {
        var window: ByteWindow
        var offset = 2
        var pixels: PixelSize?
        var hasScan = false
        var segmentCount = 0
    }

    private enum Step {
        case more
        case end
        case missing(String)
    }

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var walk = Walk(window: ByteWindow(file, size: ByteWindow.scanSize))
        while true {
            switch try step(&walk) {
            case .more:
                continue
            case .end where walk.pixels == nil || !walk.hasScan:
                return facts(walk, .incomplete("it ends before its picture data begin"))
            case .end:
                return facts(walk, .complete)
            case .missing(let why):
                return facts(walk, .incomplete(why))
            }
        }
    }

    private func facts(_ walk: Walk, _ completeness: Completeness) -> ContainerFacts {
        ContainerFacts(
            format: .jpeg,
            end: min(walk.offset, walk.window.byteCount),
            completeness: completeness,
            pixels: walk.pixels,
            frames: 1,
            notes: walk.segmentCount > Self.segmentLimit ? [.tooManyParts] : []
        )
    }

    /// Reads one marker and its segment.
    private func step(_ walk: inout Walk) throws(SystemCallError) -> Step {
        walk.segmentCount += 1
        guard walk.segmentCount <= Self.segmentLimit else { return .missing("it has more segments than any picture") }
        guard let marker = try nextMarker(&walk) else { return .missing("it ends without its end marker") }
        switch marker {
        case 0xD9:
            return .end
        case 0xD8:
            return .missing("a second picture begins before the first has ended")
        case 0x01, 0xD0...0xD7:
            return .more
        default:
            break
        }
        let start = walk.offset
        guard let length = try walk.window.bigEndian(at: start, 2) else {
            return .missing("it ends inside a marker segment")
        }
        guard length >= 2 else { return .missing("a marker segment has an impossible length") }
        guard length <= walk.window.byteCount - start else { return .missing("it ends inside a marker segment") }
        walk.offset = start + length
        switch marker {
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            if length >= 8 { try readFrame(&walk, at: start) }
        case 0xDC:
            // The number of lines comes after the first scan when the frame header left it at zero.
            if let lines = try walk.window.bigEndian(at: start + 2, 2) { walk.pixels?.height = lines }
        case 0xDA:
            walk.hasScan = true
            try skipScan(&walk)
        default:
            break
        }
        return .more
    }

    /// Width and height of a frame header, T.81 section B.2.2.
    private func readFrame(_ walk: inout Walk, at start: Int) throws(SystemCallError) {
        guard let height = try walk.window.bigEndian(at: start + 3, 2),
            let width = try walk.window.bigEndian(at: start + 5, 2), width > 0
        else { return }
        walk.pixels = PixelSize(width: width, height: height)
    }

    /// The code of the next marker; the offset is then after it. Bytes between segments are skipped, as by every
    /// decoder.
    private func nextMarker(_ walk: inout Walk) throws(SystemCallError) -> UInt8? {
        while let found = try firstFill(&walk) {
            walk.offset = found + 1
            while let code = try walk.window.byte(at: walk.offset) {
                walk.offset += 1
                if code == 0xFF { continue }
                if code != 0 { return code }
                break
            }
        }
        walk.offset = walk.window.byteCount
        return nil
    }

    /// Skips entropy-coded data up to the next marker that is neither a stuffed zero nor a restart.
    private func skipScan(_ walk: inout Walk) throws(SystemCallError) {
        while true {
            let skipped = try walk.window.withBytes(from: walk.offset, atLeast: 2, Self.scanLength)
            guard let skipped else {
                walk.offset = walk.window.byteCount
                return
            }
            walk.offset += skipped.count
            if skipped.isMarker { return }
        }
    }

    /// The number of bytes of entropy-coded data, and whether a marker follows them.
    private static func scanLength(_ bytes: Span<UInt8>) -> (count: Int, isMarker: Bool) {
        var index = 0
        let last = bytes.count - 1
        while index < last {
            if bytes[index] == 0xFF {
                let code = bytes[index + 1]
                if code == 0x00 || 0xD0...0xD7 ~= code {
                    index += 2
                    continue
                }
                if code != 0xFF { return (index, true) }
            }
            index += 1
        }
        return (index, false)
    }

    /// The offset of the next byte `FF`.
    private func firstFill(_ walk: inout Walk) throws(SystemCallError) -> Int? {
        var offset = walk.offset
        while true {
            let found = try walk.window.withBytes(from: offset) { bytes -> (index: Int, isFound: Bool) in
                var index = 0
                while index < bytes.count {
                    if bytes[index] == 0xFF { return (index, true) }
                    index += 1
                }
                return (index, false)
            }
            guard let found else { return nil }
            offset += found.index
            if found.isFound { return offset }
        }
    }
}
