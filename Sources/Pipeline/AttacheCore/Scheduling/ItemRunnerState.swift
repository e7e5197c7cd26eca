/// The chunks and items in progress of a run, and the results that wait for their turn.
struct ItemRunnerState<Chunk: WorkChunk, Batch: ResultBatch> {
    struct Start: Sendable {
        let chunk: Chunk
        let number: Int
        /// The limit of its items that may wait.
        let slots: Int
    }

    /// A chunk that has been read, and not completely written; a class, since generic code changes dictionaries slowly.
    private final class Entry {
        /// The output in the order of the items; `nil` for an item in progress and for written output.
        var parts: [BatchPart<Batch>?] = []
        /// The number of parts that have been moved to the output.
        var takenCount = 0
        /// The cost of the items that have not been moved to the output.
        var cost: Int
        /// Whether it has items that have not begun.
        var isOpen = true

        var isWhole: Bool { !isOpen && takenCount == parts.count }

        init(cost: Int) { self.cost = cost }
    }

    /// The next batch, and the room that its write frees.
    private struct Output {
        var part: BatchPart<Batch>?
        /// The cost besides that of the items, such as that of blank lines.
        var restCost = 0
        var chunkCount = 0

        mutating func add(_ next: BatchPart<Batch>) {
            // Taken out to append in place.
            guard var joined = part.take() else { return part = next }
            joined.append(contentsOf: next)
            part = joined
        }

        mutating func close(_ entry: Entry) {
            restCost += entry.cost
            chunkCount += 1
        }
    }

    private let limits: RunnerLimits
    private let keepsOrder: Bool
    private var isReading = false
    private var isWriting = false
    private var isAtEnd = false
    private(set) var hasDroppedChunks = false

    /// Chunks that have been read and are not in processing; the rest of a chunk comes before later chunks.
    private var waiting: [(number: Int, chunk: Chunk)] = []
    private var readCount = 0
    /// The numbers of the chunks in processing.
    private var working: Set<Int> = []
    /// The chunks with results that wait for an earlier chunk in processing.
    private var early: Set<Int> = []
    private var freeSlots: Int

    private var entries: [Int: Entry] = [:]
    /// The first chunk that has not been completely written.
    private var head = 0
    /// The first chunk with dropped items; the output ends there.
    private var end = Int.max
    /// The chunks that have been read and not written.
    private var unwritten = (cost: 0, chunks: 0)
    private var output = Output()
    /// The part of `unwritten` whose write is in progress.
    private var beingWritten = (cost: 0, chunks: 0)
    /// The group that is being collected, and the state of its delay.
    private var group = (number: 0, isDelayed: false, isDue: false)

    init(limits: RunnerLimits, keepsOrder: Bool) {
        self.limits = limits
        self.keepsOrder = keepsOrder
        freeSlots = limits.jobs
    }

    /// Whether nothing remains to be read, processed or awaited.
    private var isDrained: Bool {
        isAtEnd && !isReading && waiting.isEmpty && working.isEmpty && freeSlots == limits.jobs
    }

    /// Whether the run is complete; a delay may remain.
    var isFinished: Bool { isDrained && !isWriting && output.part == nil }

    // MARK: Reading

    /// Whether there is a chunk that is not in processing.
    var hasWaitingChunks: Bool { !waiting.isEmpty }

    /// Whether to read now; the limits bound memory.
    mutating func startReading(unless isHeld: () -> Bool) -> Bool {
        guard !isReading, !isAtEnd, waiting.isEmpty, freeSlots > 0 else { return false }
        guard unwritten.cost < limits.cost || unwritten.chunks < limits.chunkCount else { return false }
        guard unwritten.chunks == 0 || !isHeld() else { return false }
        isReading = true
        return true
    }

    mutating func endReading(_ chunk: Chunk?) {
        isReading = false
        guard let chunk else { return isAtEnd = true }
        guard !isAtEnd else { return hasDroppedChunks = true }
        let cost = chunk.cost
        entries[readCount] = Entry(cost: cost)
        waiting.append((readCount, chunk))
        readCount += 1
        unwritten.cost += cost
        unwritten.chunks += 1
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

    /// The next chunk to process, if there is one with a worker and a slot for it.
    mutating func startChunk() -> Start? {
        guard working.count < limits.workers, freeSlots > 0, let (number, chunk) = waiting.first else { return nil }
        waiting.removeFirst()
        // Half of the free slots, so that the next chunk can be processed in parallel.
        let slots = (freeSlots + 1) / 2
        freeSlots -= slots
        working.insert(number)
        return Start(chunk: chunk, number: number, slots: slots)
    }

    /// Adds the result of a chunk; returns the items that must wait, with the positions of their results.
    mutating func finishChunk<Processor: ItemProcessing>(
        _ work: ChunkResult<Processor, Batch>,
        slots: Int
    ) -> [(position: ResultPosition, prepared: Processor.Prepared, cost: Int)] where Processor.Chunk == Chunk {
        working.remove(work.number)
        freeSlots += slots - work.waitingCount
        var items: [(ResultPosition, Processor.Prepared, Int)] = []
        let entry = entries[work.number]
        for part in work.parts {
            let position = ResultPosition(chunk: work.number, part: entry?.parts.count ?? 0)
            entry?.parts.append(nil)
            switch part {
            case .ready(let part): end(part, at: position)
            case .waiting(let prepared, let cost): items.append((position, prepared, cost))
            }
        }
        if work.rest.isEmpty {
            entry?.isOpen = false
        } else {
            let behind = waiting.firstIndex { $0.number > work.number } ?? waiting.endIndex
            waiting.insert((work.number, work.rest), at: behind)
        }
        closeIfWhole(work.number)
        takeEarly()
        return items
    }

    /// Adds the result of an item that had to wait.
    mutating func endItem(at position: ResultPosition, _ part: BatchPart<Batch>) {
        freeSlots += 1
        end(part, at: position)
        closeIfWhole(position.chunk)
    }

    private var firstWorking: Int { working.min() ?? .max }

    /// Stores a part until its turn; unordered parts go to the output at once, but not before those of an earlier chunk
    /// in processing, which follow without a wait: results out of order cost their receiver more.
    private mutating func end(_ part: BatchPart<Batch>, at position: ResultPosition) {
        if keepsOrder {
            entries[position.chunk]?.parts[position.part] = part
        } else if firstWorking < position.chunk {
            entries[position.chunk]?.parts[position.part] = part
            early.insert(position.chunk)
        } else {
            let entry = entries[position.chunk]
            entry?.takenCount += 1
            entry?.cost -= part.cost
            output.add(part)
        }
    }

    /// Moves unordered parts to the output that waited for an earlier chunk.
    private mutating func takeEarly() {
        let first = firstWorking
        for number in early.sorted() where number < first {
            early.remove(number)
            guard let entry = entries[number] else { continue }
            for index in entry.parts.indices {
                guard let part = entry.parts[index].take() else { continue }
                entry.takenCount += 1
                entry.cost -= part.cost
                output.add(part)
            }
            closeIfWhole(number)
        }
    }

    private mutating func closeIfWhole(_ number: Int) {
        guard !keepsOrder, let entry = entries[number], entry.isWhole else { return }
        entries[number] = nil
        output.close(entry)
    }

    // MARK: Writing

    /// The next batch to write, if any.
    mutating func startWriting() -> Batch? {
        guard !isWriting else { return nil }
        if keepsOrder { takeInOrder() }
        if output.part != nil, !isGroupComplete { return nil }
        let next = output
        output = Output()
        beingWritten = ((next.part?.cost ?? 0) + next.restCost, next.chunkCount)
        guard let part = next.part else {
            // Only chunks without items.
            endWriting()
            return nil
        }
        isWriting = true
        group = (group.number + 1, false, false)
        return part.batch
    }

    /// Whether the output has enough items, has waited long enough, or is the last.
    private var isGroupComplete: Bool {
        if group.isDue || isDrained { return true }
        guard let part = output.part else { return false }
        return part.batch.heldCount ?? part.itemCount >= limits.groupSize || part.itemCount >= 16 * limits.groupSize
    }

    mutating func endWriting() {
        isWriting = false
        unwritten.cost -= beingWritten.cost
        unwritten.chunks -= beingWritten.chunks
        beingWritten = (0, 0)
    }

    /// Starts the delay of the group that is being collected; returns its number.
    mutating func startDelay() -> Int? {
        guard !isWriting, !group.isDelayed, output.part != nil else { return nil }
        group.isDelayed = true
        return group.number
    }

    /// Ends the delay of a group, which may have been written before.
    mutating func endDelay(ofGroup number: Int) {
        if number == group.number { group.isDue = true }
    }

    /// Moves everything before the first incomplete item to the output.
    private mutating func takeInOrder() {
        while head <= end, let entry = entries[head] {
            while entry.takenCount < entry.parts.count, let part = entry.parts[entry.takenCount] {
                entry.parts[entry.takenCount] = nil
                entry.takenCount += 1
                entry.cost -= part.cost
                output.add(part)
            }
            guard entry.isWhole else { return }
            entries[head] = nil
            output.close(entry)
            head += 1
        }
    }
}

/// The position of an item's result.
struct ResultPosition: Sendable {
    let chunk: Int
    let part: Int
}
