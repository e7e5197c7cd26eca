/// A concurrent runner of item chunks with bounded memory: reading pauses while the output is slow.
///
/// One loop owns the state of the run; all work runs in tasks that end with an event for it. A chunk is processed in
/// one task as far as possible without waiting; each item that must wait for media continues in a task of its own.
package struct ItemRunner<Processor: ItemProcessing, Batch: ResultBatch>: Sendable {
    private let jobs: Int
    private let workers: Int
    private let keepsOrder: Bool
    private let processor: Processor
    private let time: any TimeSource
    private let makeBatch: @Sendable () -> Batch

    private enum Event: Sendable {
        case read(ItemChunk?)
        case worked(ChunkResult<Batch, Processor.Prepared>, slots: Int)
        case finished(ItemRunnerState<Batch>.ResultPosition, Batch)
        case written(continues: Bool)
    }

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - jobs: Limit of items that wait for media, at least 1.
    ///   - workers: Limit of chunks in progress, at least 1; one per core.
    ///   - keepsOrder: Whether results are emitted in the order of the items.
    ///   - processor: The processor of items.
    ///   - time: The clock of the items' arrival.
    ///   - makeBatch: Creates an empty batch.
    package init(
        jobs: Int,
        workers: Int,
        keepsOrder: Bool,
        processor: Processor,
        time: any TimeSource,
        makeBatch: @escaping @Sendable () -> Batch
    ) {
        self.jobs = jobs
        self.workers = workers
        self.keepsOrder = keepsOrder
        self.processor = processor
        self.time = time
        self.makeBatch = makeBatch
    }

    /// Runs until the input ends, the output ends, or a stop is requested.
    ///
    /// - Parameters:
    ///   - next: Returns the next chunk; `nil` at the end.
    ///   - isStopping: Whether to drop items that were not started; items in progress are completed.
    ///   - emit: Writes a batch, one call at a time; `false` ends the run.
    /// - Returns: Whether items that had been read were dropped.
    package func run(
        next: @escaping @Sendable () async -> ItemChunk?,
        isStopping: @escaping @Sendable () -> Bool = { false },
        emit: @escaping @Sendable (Batch) async -> Bool
    ) async -> Bool {
        await withTaskGroup(of: Event.self) { group in
            var progress = ItemRunnerState<Batch>(jobs: jobs, workers: workers, keepsOrder: keepsOrder)
            while true {
                if progress.hasWaitingChunks, isStopping() { progress.dropChunks() }
                while let start = progress.startChunk() {
                    group.addTask { .worked(work(start), slots: start.slots) }
                }
                // Reading and writing run in tasks too, so that neither blocks the other or the processing.
                if progress.startReading() {
                    group.addTask { .read(await next()) }
                }
                if let batch = progress.startWriting() {
                    group.addTask { .written(continues: await emit(batch)) }
                }
                guard let event = await group.next() else { return progress.hasDroppedChunks }
                switch event {
                case .read(let chunk):
                    progress.endReading(chunk)
                case .worked(let work, let slots):
                    for (place, prepared) in progress.finishChunk(work, slots: slots) {
                        group.addTask { .finished(place, await finish(prepared)) }
                    }
                case .finished(let place, let batch):
                    progress.endItem(at: place, batch)
                case .written(let continues):
                    progress.endWriting()
                    guard continues else {
                        group.cancelAll()
                        return progress.hasDroppedChunks
                    }
                }
            }
        }
    }

    private func work(_ start: ItemRunnerState<Batch>.Start) -> ChunkResult<Batch, Processor.Prepared> {
        ChunkResult(
            start.chunk,
            number: start.number,
            slots: start.slots,
            processor: processor,
            time: time,
            makeBatch: makeBatch
        )
    }

    private func finish(_ prepared: Processor.Prepared) async -> Batch {
        var batch = makeBatch()
        batch.append(await processor.finish(prepared))
        return batch
    }
}

/// The processor of items, in two halves: one that never waits, and one that waits for media.
package protocol ItemProcessing: Sendable {
    /// The state handed from `begin` to `finish`.
    associatedtype Prepared: Sendable

    /// Processes an item without waiting; its timeout runs from its arrival.
    func begin(_ item: InputItem) -> BeginResult<Prepared>

    /// Completes an item that must wait for its media.
    func finish(_ prepared: Prepared) async -> RewriteResult
}

/// The result of the half that does not wait.
package enum BeginResult<Prepared: Sendable>: Sendable {
    /// The item is completed.
    case finished(RewriteResult)
    /// Media must be fetched first.
    case needsMedia(Prepared)
}

/// Consecutive results in output form, such as lines; built by the workers and joined in order.
package protocol ResultBatch: Sendable {
    var isEmpty: Bool { get }

    /// Appends the next result.
    mutating func append(_ result: RewriteResult)

    /// Appends the batch of the following results.
    mutating func append(_ next: consuming Self)
}

/// The result of one chunk's processing without waiting.
struct ChunkResult<Batch: ResultBatch, Prepared: Sendable>: Sendable {
    /// Consecutive items of a chunk.
    enum Part: Sendable {
        /// The results of completed items.
        case ready(Batch)
        /// One item that must wait for its media.
        case waiting(Prepared)
    }

    /// The chunk's number within the run.
    let number: Int
    /// The parts in the order of the items.
    private(set) var parts: [Part] = []
    /// Number of items that were processed.
    private(set) var itemCount = 0
    /// Number of them that must wait.
    private(set) var waitingCount = 0
    /// The remaining items, left because no slot is free.
    private(set) var rest: ItemChunk

    /// Processes a chunk until `slots` items, at least 1, wait for media; `time` sets the arrival of each item.
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
