import AttacheSystem

/// The chunks that have been read and are not in processing, and whether more can be read.
struct ChunkQueue<Chunk: WorkChunk> {
    private var source = SourceState.idle
    /// In the order of their numbers: the rest of a chunk comes before later chunks.
    private var waiting: [(number: Int, chunk: Chunk)] = []
    private var readCount = 0

    var isEmpty: Bool { waiting.isEmpty }

    /// Whether to read the next chunk: one read at a time, and none ahead of a chunk that waits.
    var isReadable: Bool { source == .idle && waiting.isEmpty }

    /// Whether nothing remains to be read or processed.
    var isAtEnd: Bool { (source == .ended || source == .stopped) && waiting.isEmpty }

    /// Whether chunks that had been read, or rests of chunks, were dropped.
    var hasDropped: Bool { source == .stopping || source == .stopped }

    mutating func startReading() { source = .reading }

    /// Takes in what was read; returns the number of the chunk, or `nil` at the end and after a drop.
    mutating func endReading(_ chunk: Chunk?) -> Int? {
        guard source != .stopping, let chunk else {
            source = source == .stopping ? .stopped : .ended
            return nil
        }
        source = .idle
        defer { readCount += 1 }
        waiting.append((readCount, chunk))
        return readCount
    }

    /// Drops all that waits, with what a read in progress will bring; returns the numbers of the chunks in order.
    mutating func drop() -> [Int] {
        guard !waiting.isEmpty else { return [] }
        source = source == .reading || source == .stopping ? .stopping : .stopped
        return exchange(&waiting, with: []).map { $0.number }
    }

    mutating func next() -> (number: Int, chunk: Chunk)? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// Returns the items of a chunk that were not begun to its place.
    mutating func putBack(_ rest: Chunk, of number: Int) {
        let later = waiting.firstIndex { $0.number > number } ?? waiting.endIndex
        waiting.insert((number, rest), at: later)
    }
}

private enum SourceState {
    case idle
    case reading
    /// Nothing follows.
    case ended
    /// Chunks were dropped, and so will be the one that is being read.
    case stopping
    /// Chunks were dropped, and nothing follows.
    case stopped
}
