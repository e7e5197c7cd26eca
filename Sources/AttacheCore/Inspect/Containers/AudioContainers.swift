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
        walking: while true {
            switch try walk.next() {
            case .chunk(let chunk):
                if chunk.code == "COMM" || chunk.code == "SSND" { codes.insert(chunk.code) }
            case .end: break walking
            case .damaged(let why):
                damage = why
                break walking
            }
        }
        let missing = codes.count == 2 ? nil : "it has no sound"
        let failure = extent.failure ?? damage ?? missing
        return ContainerFacts(
            format: format,
            end: extent.end,
            completeness: failure.map(Completeness.incomplete) ?? .complete
        )
    }
}

/// Reader of Core Audio files, "Apple Core Audio Format Specification 1.0".
struct CoreAudioContainer: ContainerReading {
    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.hopSize)
        var offset = 8
        var hasData = false
        var failure: String?
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
        return ContainerFacts(
            format: .coreAudio,
            end: window.byteCount,
            completeness: failure.map(Completeness.incomplete) ?? .complete
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
        return facts
    }
}
