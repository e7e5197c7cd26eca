/// What became of a unit when it was worked on as far as that goes without waiting.
struct ChunkResult<Batch: ResultBatch, Prepared: Sendable>: Sendable {
    /// Consecutive items of a unit.
    enum Part: Sendable {
        /// They are finished.
        case ready(Batch)
        /// One that must wait for its media.
        case waiting(Prepared)
    }

    /// The unit's number within the run.
    let number: Int
    /// What was done, in the order of the items.
    private(set) var parts: [Part] = []
    /// Items that were taken.
    private(set) var itemCount = 0
    /// Items among them that must wait.
    private(set) var waitingCount = 0
    /// What is left because too many items wait already.
    private(set) var rest: ItemChunk

    /// Works through a unit.
    ///
    /// - Parameters:
    ///   - chunk: The unit.
    ///   - number: Its number within the run.
    ///   - slots: Items that may wait for their media, at least 1; with the last one the work ends.
    ///   - processor: What works on items.
    ///   - time: Stamps the items: their time begins when it is their turn.
    ///   - makeBatch: Makes an empty batch.
    init<Processor: ItemProcessing>(
        _ chunk: ItemChunk,
        number: Int,
        slots: Int,
        processor: Processor,
        time: any TimeSource,
        makeBatch: () -> Batch
    ) where Processor.Prepared == Prepared {
        self.number = number
        rest = chunk
        var batch = makeBatch()
        while waitingCount < slots, let item = rest.next(at: time.now) {
            itemCount += 1
            switch processor.begin(item) {
            case .finished(let result):
                batch.append(result)
            case .needsMedia(let prepared):
                if !batch.isEmpty {
                    parts.append(.ready(batch))
                    batch = makeBatch()
                }
                parts.append(.waiting(prepared))
                waitingCount += 1
            }
        }
        if !batch.isEmpty { parts.append(.ready(batch)) }
    }
}
