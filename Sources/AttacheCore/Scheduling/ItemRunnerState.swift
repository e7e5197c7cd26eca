/// What is under way in a run, and what waits for its turn to go out.
struct ItemRunnerState<Batch: ResultBatch> {
    /// A unit to work on.
    struct Start: Sendable {
        let chunk: ItemChunk
        let number: Int
        /// Items of it that may wait for their media.
        let slots: Int
    }

    /// Where an item's result belongs.
    struct ResultPosition: Sendable {
        let chunk: Int
        let part: Int
    }

    /// One unit that has been begun, and not written whole.
    private struct Entry {
        /// What has been made of it, in the order of its items; `nil` for an item under way.
        var parts: [Batch?] = []
        /// How many of them have gone out.
        var takenCount = 0
        /// Items that have been taken from it.
        var itemCount = 0
        /// Whether a task works on it, or has to.
        var isOpen = true
    }

    /// Units that may be begun and not written, so that cores have work while the first waits; each has its bytes bounded.
    private static var chunkWindow: Int { 8 }

    private let jobs: Int
    private let workers: Int
    private let keepsOrder: Bool
    private var isReading = false
    private var isWriting = false
    private var isAtEnd = false
    private(set) var hasDroppedChunks = false

    /// What has been read and is not worked on; the rest of a unit that was begun comes before any other.
    private var waiting: [(number: Int, chunk: ItemChunk)] = []
    private var readCount = 0
    private var workingCount = 0
    private var freeSlots: Int

    private var entries: [Int: Entry] = [:]
    /// The first unit that has not gone out whole.
    private var head = 0
    /// Nothing from this unit on goes out: items before it were left.
    private var end = Int.max
    /// What has been begun, and not written; counted by items as well, since a unit may be a single one.
    private var unwritten = (items: 0, chunks: 0)
    /// What of it is being written.
    private var beingWritten = (items: 0, chunks: 0)

    init(jobs: Int, workers: Int, keepsOrder: Bool) {
        self.jobs = max(1, jobs)
        self.workers = max(1, workers)
        self.keepsOrder = keepsOrder
        freeSlots = self.jobs
    }

    // MARK: Reading

    /// Whether there is a unit that no task works on.
    var hasWaitingChunks: Bool { !waiting.isEmpty }

    /// Whether to read now; memory is bounded because this stops while too much is under way.
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

    /// Gives up what has not been begun.
    mutating func dropChunks() {
        guard let first = waiting.first?.number else { return }
        hasDroppedChunks = true
        isAtEnd = true
        if keepsOrder { end = min(end, first) }
        for (number, _) in waiting { entries[number]?.isOpen = false }
        waiting = []
    }

    // MARK: Working

    /// The next unit to work on, when there is one and a worker and a slot for it.
    mutating func startChunk() -> Start? {
        guard workingCount < workers, freeSlots > 0, let (number, chunk) = waiting.first else { return nil }
        waiting.removeFirst()
        // Half of what is free, so that the next unit can be worked on beside this one.
        let slots = (freeSlots + 1) / 2
        freeSlots -= slots
        workingCount += 1
        if entries[number] == nil {
            entries[number] = Entry()
            unwritten.chunks += 1
        }
        return Start(chunk: chunk, number: number, slots: slots)
    }

    /// Takes what became of a unit.
    ///
    /// - Returns: The items that go on in tasks of their own, with the places of their results.
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

    /// Takes the result of an item that had to wait.
    mutating func endItem(at place: ResultPosition, _ batch: Batch) {
        freeSlots += 1
        entries[place.chunk]?.parts[place.part] = batch
    }

    // MARK: Writing

    /// What is to go out now.
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

    /// Everything up to the first item that is not finished.
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

    /// Everything that is finished.
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
        // Taken out, so that it is appended to in place.
        guard var joined = batch.take() else { return batch = next }
        joined.append(next)
        batch = joined
    }
}
