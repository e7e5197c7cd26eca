/// Walks the chunks of AIFF and AIFF-C files, "Audio Interchange File Format", Apple, version 1.3.
struct AIFFContainer: ContainerReading {
    /// AIFF or AIFF-C.
    let format: MediaFormat

    func read(_ file: any ByteSource) throws(ByteSourceError) -> ContainerFacts {
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
