import AttacheSystem

/// Reader of AIFF and AIFF-C files, "Audio Interchange File Format", Apple, version 1.3.
struct AIFFContainer: ContainerReading {
    /// AIFF or AIFF-C.
    let format: MediaFormat

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.hopSize)
        guard let announced = try window.bigEndian(at: 4, 4) else {
            return ContainerFacts(
                format: format,
                end: window.byteCount,
                completeness: .incomplete("it ends inside its header")
            )
        }
        let extent = FormExtent(at: 0, announced: announced, byteCount: window.byteCount)
        var walk = ChunkWalk(window, in: 12..<max(12, extent.contentEnd), isBigEndian: true)
        var codes: Set<FourCC> = []
        var damage: String?
        var undecodable: String?
        walking: while true {
            switch try walk.next() {
            case .chunk(let chunk):
                // Offset and block size, eight bytes, precede the sound.
                if chunk.code == "SSND", chunk.length > 8 { codes.insert("SSND") }
                guard chunk.code == "COMM", chunk.length >= 18 else { continue }
                codes.insert("COMM")
                let fields = try walk.window.bytes(at: chunk.start, 18) ?? []
                if fields.bigEndian(0, 2) == 0 || fields.bigEndian(8, 2) == 0 {
                    undecodable = "its common chunk (COMM) has no channels or no rate"
                }
            case .end: break walking
            case .damaged(let why):
                damage = why
                break walking
            }
        }
        let missing = codes.count == 2 ? nil : "it has no sound"
        let failure = extent.failure ?? damage ?? missing
        let completeness = failure.map(Completeness.incomplete) ?? undecodable.map(Completeness.undecodable)
        return ContainerFacts(format: format, end: extent.end, completeness: completeness ?? .complete)
    }
}

/// Reader of Core Audio files, "Apple Core Audio Format Specification 1.0".
struct CoreAudioContainer: ContainerReading {
    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.hopSize)
        var offset = 8
        var hasData = false
        var failure: String?
        // The first chunk describes the sound: the rate, a floating-point number, and at 24 the number of channels.
        let head = try window.bytes(at: 8, 12 + 32) ?? []
        let isDescribed = head.code(0) == "desc" && head.bigEndian(12, 7) ?? 0 > 0 && head.bigEndian(36, 4) ?? 0 > 0
        for _ in 0..<ChunkWalk.chunkLimit where offset < window.byteCount && failure == nil {
            guard let code = try window.code(at: offset), let high = try window.bigEndian(at: offset + 4, 4),
                let low = try window.bigEndian(at: offset + 8, 4)
            else {
                failure = "it ends inside a chunk's header"
                break
            }
            offset += 12
            if code == "data" { hasData = true }
            if code == "data" && high == 0xFFFF_FFFF && low == 0xFFFF_FFFF {
                // Sound of unknown length extends to the end of the file.
                offset = window.byteCount
            } else if high == 0 && low <= window.byteCount - offset {
                offset += low
            } else {
                failure = "it ends inside a chunk"
            }
        }
        if offset < window.byteCount && failure == nil { failure = "it has more chunks than any media file" }
        if !hasData && failure == nil { failure = "it has no sound" }
        let described: Completeness =
            isDescribed ? .complete : .undecodable("its description (desc) has no rate or no channels")
        return ContainerFacts(
            format: .coreAudio,
            end: window.byteCount,
            completeness: failure.map(Completeness.incomplete) ?? described
        )
    }
}

/// Reader of AU files, "NeXT/Sun audio": the offset and the length of the sound.
struct AUContainer: ContainerReading {
    /// The header without its annotation: magic, offset, length, encoding, rate, channels, four bytes each.
    private static let headerSize = 24

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.hopSize)
        var facts = ContainerFacts(format: .au, end: window.byteCount)
        guard let start = try window.bigEndian(at: 4, 4), let length = try window.bigEndian(at: 8, 4) else {
            facts.completeness = .incomplete("it ends inside its header")
            return facts
        }
        // All ones mean that the length was not known when the header was written.
        let isOpen = length == 0xFFFF_FFFF
        if start < Self.headerSize || length == 0 {
            facts.completeness = .incomplete("it announces no sound")
        } else if start >= window.byteCount || (!isOpen && length > window.byteCount - start) {
            facts.completeness = .incomplete("it announces more sound than it has")
        } else if !isOpen {
            facts.end = start + length
        }
        // Encodings 1 to 7 and 10 to 27, of which decoders know all that files have.
        let fields = try window.bytes(at: 12, 12) ?? []
        let encoding = fields.bigEndian(0, 4) ?? 0
        let isPossible = 1...27 ~= encoding && 1...10_000_000 ~= fields.bigEndian(4, 4) ?? 0
        if facts.completeness == .complete, !isPossible || !(1...255 ~= fields.bigEndian(8, 4) ?? 0) {
            facts.completeness = .undecodable("its header has an impossible encoding, rate or number of channels")
        }
        return facts
    }
}

/// Reader of the first frames of AMR files, RFC 4867 section 5; the format has no end mark.
struct AMRContainer: ContainerReading {
    /// The bytes of a frame by its type, 0 for types that do not occur: narrowband, then wideband.
    private static let sizes: [[Int]] = [
        [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1],
        [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1],
    ]

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.hopSize)
        let isWide = try window.byte(at: 5) == UInt8(ascii: "-")
        var offset = isWide ? 9 : 6
        var facts = ContainerFacts(format: .amr, end: window.byteCount)
        if offset >= window.byteCount { facts.completeness = .incomplete("it has no sound") }
        for _ in 0..<8 {
            guard let header = try window.byte(at: offset) else { break }
            let size = Self.sizes[isWide ? 1 : 0][Int(header >> 3 & 15)]
            guard header & 0x83 == 0, size > 0 else {
                facts.completeness = .undecodable("the header of its frame at \(offset) is impossible")
                break
            }
            offset += size
        }
        return facts
    }
}
