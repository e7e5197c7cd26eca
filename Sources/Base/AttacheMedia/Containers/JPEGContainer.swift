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
        /// The quantisation tables that were defined, and those that the frame names, as bits.
        var tables = 0
        var wantedTables = 0
        var remarks: [ContainerRemark] = []
    }

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var walk = Walk(window: ByteWindow(file, size: ByteWindow.scanSize))
        while true {
            guard let result = try step(&walk) else { continue }
            switch result {
            case .complete, .unterminated: return facts(walk, frameProblem(walk) ?? result)
            case .incomplete, .undecodable: return facts(walk, result)
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
            notes: walk.segmentCount > Self.segmentLimit ? [.tooManyParts] : [],
            remarks: walk.remarks
        )
    }

    /// The fault of the picture as a whole, at its end.
    private func frameProblem(_ walk: Walk) -> Completeness? {
        guard let pixels = walk.pixels, walk.hasScan else {
            return .incomplete("it ends before its picture data begin")
        }
        if pixels.height == 0 { return .undecodable("its frame header (SOF) has a height of 0, and no DNL gives one") }
        guard walk.tables & walk.wantedTables == walk.wantedTables else {
            return .undecodable("a quantisation table (DQT) that its frame header names is missing")
        }
        return nil
    }

    /// Reads one marker and its segment; returns the result if it was the last one.
    private func step(_ walk: inout Walk) throws(SystemCallError) -> Completeness? {
        walk.segmentCount += 1
        guard walk.segmentCount <= Self.segmentLimit else {
            return .incomplete("it has more segments than any picture")
        }
        guard let marker = try nextMarker(&walk) else { return .unterminated("it ends without its end marker") }
        switch marker {
        case 0xD9:
            return .complete
        case 0xD8:
            return .incomplete("a second picture begins before the first has ended")
        case 0x01, 0xD0...0xD7:
            return nil
        default:
            break
        }
        let start = walk.offset
        guard let length = try walk.window.bigEndian(at: start, 2) else {
            return .incomplete("it ends inside a marker segment")
        }
        guard length >= 2 else { return .incomplete("a marker segment has an impossible length") }
        guard length <= walk.window.byteCount - start else { return .incomplete("it ends inside a marker segment") }
        walk.offset = start + length
        return try take(marker, at: start, length: length, &walk)
    }

    private func take(
        _ marker: UInt8,
        at start: Int,
        length: Int,
        _ walk: inout Walk
    ) throws(SystemCallError) -> Completeness? {
        switch marker {
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            let content = try walk.window.bytes(at: start + 2, length - 2) ?? []
            return takeFrame(content, process: marker - 0xC0, &walk).map { .undecodable($0) }
        case 0xDB:
            takeTables(try walk.window.bytes(at: start + 2, length - 2) ?? [], &walk)
        case 0xDC where walk.pixels?.height == 0:
            // The number of lines comes after the first scan when the frame header left it at zero.
            walk.pixels?.height = try walk.window.bigEndian(at: start + 2, 2) ?? 0
            walk.remarks.note(
                .irregular("its height comes after the first scan (DNL), where many decoders do not look")
            )
        case 0xDA:
            guard walk.pixels != nil else { return .undecodable("its scan (SOS) precedes its frame header (SOF)") }
            walk.hasScan = true
            try skipScan(&walk)
        default:
            break
        }
        return nil
    }

    /// Takes a frame header, T.81 section B.2.2; returns its fault.
    private func takeFrame(_ content: [UInt8], process: UInt8, _ walk: inout Walk) -> String? {
        guard walk.pixels == nil else { return "it has two frame headers (SOF)" }
        guard let precision = content.byte(0), let height = content.bigEndian(1, 2),
            let width = content.bigEndian(3, 2), let count = content.byte(5), content.count == 6 + 3 * Int(count)
        else { return "its frame header (SOF) has a wrong length" }
        walk.pixels = PixelSize(width: width, height: height)
        guard [0, 1, 2, 9, 10].contains(process) else {
            return "its frame header is SOF\(process), neither baseline nor progressive"
        }
        if process > 2 { walk.remarks.note(.codec("a picture with arithmetic coding (SOF\(process))")) }
        guard precision == 8 else { return "its frame header (SOF) has \(precision) bits per sample" }
        guard width > 0 else { return "its frame header (SOF) has a width of 0" }
        guard [1, 3, 4].contains(count) else { return "its frame header (SOF) has \(count) components" }
        for offset in stride(from: 6, to: content.count, by: 3) {
            let sampling = (content[offset + 1] >> 4, content[offset + 1] & 15)
            guard 1...4 ~= sampling.0, 1...4 ~= sampling.1, content[offset + 2] < 4 else {
                return "a component of its frame header (SOF) has impossible fields"
            }
            walk.wantedTables |= 1 << Int(content[offset + 2])
        }
        return nil
    }

    /// Takes the quantisation tables of a segment, T.81 section B.2.4.1: 64 entries of one or two bytes each.
    private func takeTables(_ content: [UInt8], _ walk: inout Walk) {
        var offset = 0
        while let kind = content.byte(offset) {
            offset += 1 + (kind >> 4 == 0 ? 64 : 128)
            if offset <= content.count { walk.tables |= 1 << Int(kind & 15) }
        }
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
