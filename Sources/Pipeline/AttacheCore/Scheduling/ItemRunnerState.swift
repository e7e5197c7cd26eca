/// The chunks and items in progress of a run, and the results that wait for their turn.
struct ItemRunnerState<Chunk: WorkChunk, Batch: ResultBatch> {
    struct Start: Sendable {
        let chunk: Chunk
        let number: Int
        /// The limit of its items that may wait.
        let slots: Int
    }

    /// A chunk in progress; a class, since generic code changes dictionaries slowly.
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

    private let limits: RunnerLimits
    private let keepsOrder: Bool
    private(set) var queue = ChunkQueue<Chunk>()
    private var output: OutputGroups<Batch>
    /// The chunks that have been read and not completely moved to the output.
    private var entries: [Int: Entry] = [:]
    /// The numbers of the chunks in processing.
    private var working: Set<Int> = []
    private var freeSlots: Int

    /// With order, the first chunk that has not been completely moved to the output.
    private var head = 0
    /// With order, the first chunk with dropped items; the output ends there.
    private var end = Int.max
    /// Without order, the chunks with results that wait for an earlier chunk in processing.
    private var early: Set<Int> = []

    init(limits: RunnerLimits, keepsOrder: Bool) {
        self.limits = limits
        self.keepsOrder = keepsOrder
        output = OutputGroups(limits: limits)
        freeSlots = limits.jobs
    }

    /// Whether nothing remains to be read, processed or awaited.
    private var isDrained: Bool { queue.isAtEnd && working.isEmpty && freeSlots == limits.jobs }

    /// Whether the run is complete; a delay may remain.
    var isFinished: Bool { isDrained && output.isIdle }

    // MARK: Reading

    /// Whether to read now; the limits bound memory.
    mutating func startReading(unless isHeld: () -> Bool) -> Bool {
        guard queue.isReadable, freeSlots > 0, output.hasRoom(unless: isHeld) else { return false }
        queue.startReading()
        return true
    }

    mutating func endReading(_ chunk: Chunk?) {
        let cost = chunk?.cost ?? 0
        guard let number = queue.endReading(chunk) else { return }
        entries[number] = Entry(cost: cost)
        output.addLoad(cost: cost)
    }

    /// Drops all chunks and rests of chunks that are not in progress.
    mutating func dropChunks() {
        let numbers = queue.drop()
        if keepsOrder, let first = numbers.first { end = min(end, first) }
        for number in numbers { entries[number]?.isOpen = false }
    }

    // MARK: Working

    /// The next chunk to process, if there is one with a worker and a slot for it.
    mutating func startChunk() -> Start? {
        guard working.count < limits.workers, freeSlots > 0, let (number, chunk) = queue.next() else { return nil }
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
            queue.putBack(work.rest, of: work.number)
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
        output.endChunk(cost: entry.cost)
    }

    // MARK: Writing

    /// The next batch to write, if any.
    mutating func startWriting() -> Batch? {
        guard !output.isWriting else { return nil }
        if keepsOrder { takeInOrder() }
        return output.startWriting(isLast: isDrained)
    }

    mutating func endWriting() { output.endWriting() }

    /// Starts the delay of the group that is being collected; returns its number.
    mutating func startDelay() -> Int? { output.startDelay() }

    /// Ends the delay of a group, which may have been written before.
    mutating func endDelay(ofGroup number: Int) { output.endDelay(ofGroup: number) }

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
            output.endChunk(cost: entry.cost)
            head += 1
        }
    }
}

/// The position of an item's result.
struct ResultPosition: Sendable {
    let chunk: Int
    let part: Int
}
