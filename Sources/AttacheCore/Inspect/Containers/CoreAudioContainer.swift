/// Walks the chunks of a Core Audio file, "Apple Core Audio Format Specification 1.0".
struct CoreAudioContainer: ContainerReading {
    func read(_ file: any ByteSource) throws(ByteSourceError) -> ContainerFacts {
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
                // Sound of unknown length goes on to the end of the file.
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
