/// The state of a run: chunks in progress and results that wait for output.
struct ItemRunnerState<Batch: ResultBatch> {
    /// A chunk to process.
    struct Start: Sendable {
        let chunk: ItemChunk
        let number: Int
        /// Limit of its items that may wait for media.
        let slots: Int
    }

    /// The position of an item's result.
    struct ResultPosition: Sendable {
        let chunk: Int
        let part: Int
    }

    /// A chunk that was started and is not completely written.
    private struct Entry {
        /// The results in the order of the items; `nil` for an item in progress.
        var parts: [Batch?] = []
        /// Number of parts that were taken for output.
        var takenCount = 0
        /// Number of items processed so far.
        var itemCount = 0
        /// Whether it is in progress or has items left.
        var isOpen = true
    }

    /// Limit of chunks that are started and not written, so that cores stay busy while the first waits; the bytes of
    /// each are bounded.
    private static var chunkWindow: Int { 8 }

    private let jobs: Int
    private let workers: Int
    private let keepsOrder: Bool
    private var isReading = false
    private var isWriting = false
    private var isAtEnd = false
    private(set) var hasDroppedChunks = false

    /// Chunks that are read and not in progress; the rest of a started chunk precedes all others.
    private var waiting: [(number: Int, chunk: ItemChunk)] = []
    private var readCount = 0
    private var workingCount = 0
    private var freeSlots: Int

    private var entries: [Int: Entry] = [:]
    /// The first chunk that is not completely taken.
    private var head = 0
    /// Limit of the ordered output: the rest of this chunk and all later chunks were dropped.
    private var end = Int.max
    /// Started and not written; counted by items too, since a chunk may be a single item.
    private var unwritten = (items: 0, chunks: 0)
    /// The part of `unwritten` that is being written.
    private var beingWritten = (items: 0, chunks: 0)

    init(jobs: Int, workers: Int, keepsOrder: Bool) {
        self.jobs = max(1, jobs)
        self.workers = max(1, workers)
        self.keepsOrder = keepsOrder
        freeSlots = self.jobs
    }

    // MARK: Reading

    /// Whether there is a chunk that is not in progress.
    var hasWaitingChunks: Bool { !waiting.isEmpty }

    /// Whether to read now; memory is bounded because reading pauses while too much is unwritten.
    mutating func startReading() -> Bool {
        guard !isReading, !isAtEnd, waiting.isEmpty, freeSlots > 0 else { return false }
        guard unwritten.items < jobs * 4 || unwritten.chunks < Self.chunkWindow else { return false }
        isReading = true
        return true
    }

    mutating func endReading(_ chunk: ItemChunk?) {
        isReading = false
        guard let chunk else { return isAtEnd = true }
        guard !isAtEnd else { return hasDroppedChunks = true }
        waiting.append((readCount, chunk))
        readCount += 1
    }

    /// Drops all chunks and rests of chunks that are not in progress.
    mutating func dropChunks() {
        guard let first = waiting.first?.number else { return }
        hasDroppedChunks = true
        isAtEnd = true
        if keepsOrder { end = min(end, first) }
        for (number, _) in waiting { entries[number]?.isOpen = false }
        waiting = []
    }

    // MARK: Working

    /// The next chunk to process, when there is one and a worker and a slot are free.
    mutating func startChunk() -> Start? {
        guard workingCount < workers, freeSlots > 0, let (number, chunk) = waiting.first else { return nil }
        waiting.removeFirst()
        // Half of the free slots, so that the next chunk can run concurrently.
        let slots = (freeSlots + 1) / 2
        freeSlots -= slots
        workingCount += 1
        if entries[number] == nil {
            entries[number] = Entry()
            unwritten.chunks += 1
        }
        return Start(chunk: chunk, number: number, slots: slots)
    }

    /// Records the result of a chunk; returns the items that must wait, with the positions of their results.
    mutating func finishChunk<Prepared>(
        _ work: ChunkResult<Batch, Prepared>,
        slots: Int
    ) -> [(place: ResultPosition, prepared: Prepared)] {
        workingCount -= 1
        freeSlots += slots - work.waitingCount
        unwritten.items += work.itemCount
        var entry = entries.removeValue(forKey: work.number) ?? Entry()
        entry.itemCount += work.itemCount
        var items: [(ResultPosition, Prepared)] = []
        for part in work.parts {
            switch part {
            case .ready(let batch):
                entry.parts.append(batch)
            case .waiting(let prepared):
                items.append((ResultPosition(chunk: work.number, part: entry.parts.count), prepared))
                entry.parts.append(nil)
            }
        }
        entry.isOpen = !work.rest.isEmpty
        entries[work.number] = entry
        if entry.isOpen {
            let behind = waiting.firstIndex { $0.number > work.number } ?? waiting.endIndex
            waiting.insert((work.number, work.rest), at: behind)
        }
        return items
    }

    /// Records the result of an item that had to wait.
    mutating func endItem(at place: ResultPosition, _ batch: Batch) {
        freeSlots += 1
        entries[place.chunk]?.parts[place.part] = batch
    }

    // MARK: Writing

    /// The next batch to write, if any.
    mutating func startWriting() -> Batch? {
        guard !isWriting, let batch = keepsOrder ? takeInOrder() : takeFinished() else { return nil }
        isWriting = true
        return batch
    }

    mutating func endWriting() {
        isWriting = false
        unwritten.items -= beingWritten.items
        unwritten.chunks -= beingWritten.chunks
        beingWritten = (0, 0)
    }

    /// Takes everything up to the first item that is not completed.
    private mutating func takeInOrder() -> Batch? {
        var batch: Batch?
        while head <= end, var entry = entries.removeValue(forKey: head) {
            while entry.takenCount < entry.parts.count, let part = entry.parts[entry.takenCount] {
                entry.parts[entry.takenCount] = nil
                entry.takenCount += 1
                Self.join(part, to: &batch)
            }
            guard entry.takenCount == entry.parts.count, !entry.isOpen else {
                entries[head] = entry
                break
            }
            markBeingWritten(entry)
            head += 1
        }
        return batch
    }

    /// Takes everything that is completed.
    private mutating func takeFinished() -> Batch? {
        var batch: Batch?
        for number in entries.keys.sorted() {
            guard var entry = entries.removeValue(forKey: number) else { continue }
            for index in entry.parts.indices {
                guard let part = entry.parts[index] else { continue }
                entry.parts[index] = nil
                entry.takenCount += 1
                Self.join(part, to: &batch)
            }
            if entry.takenCount < entry.parts.count || entry.isOpen {
                entries[number] = entry
            } else {
                markBeingWritten(entry)
            }
        }
        return batch
    }

    private mutating func markBeingWritten(_ entry: Entry) {
        beingWritten.items += entry.itemCount
        beingWritten.chunks += 1
    }

    private static func join(_ next: Batch, to batch: inout Batch?) {
        // `take` keeps the batch uniquely referenced, so that it is appended to in place.
        guard var joined = batch.take() else { return batch = next }
        joined.append(next)
        batch = joined
    }
}
