import AttacheSystem

/// Processes chunks of items in parallel with bounded memory: reading stops while the output is slow.
///
/// One task owns the state of the run; all work happens in tasks that return an event to it. One task processes a chunk
/// as far as possible without waiting, and each item that must wait gets a task of its own, on the executor of its media.
package struct ItemRunner<Processor: ItemProcessing, Batch: ResultBatch>: Sendable
where Batch.Output == Processor.Output {
    private let limits: RunnerLimits
    private let keepsOrder: Bool
    private let processor: Processor
    private let time: any TimeSource
    private let makeBatch: @Sendable () -> Batch

    private enum Event: Sendable {
        case read(Processor.Chunk?)
        case worked(ChunkResult<Processor, Batch>, slots: Int)
        case finished(ResultPosition, BatchPart<Batch>)
        case delayed(group: Int)
        case written(continues: Bool)
    }

    package init(
        limits: RunnerLimits,
        keepsOrder: Bool,
        processor: Processor,
        time: any TimeSource,
        makeBatch: @escaping @Sendable () -> Batch
    ) {
        self.limits = limits
        self.keepsOrder = keepsOrder
        self.processor = processor
        self.time = time
        self.makeBatch = makeBatch
    }

    /// Runs until the chunks end, the output is closed, or a stop is requested.
    ///
    /// - Parameters:
    ///   - next: Returns the next chunk, or `nil` at the end; never called concurrently.
    ///   - isStopping: Whether to drop items that have not begun; items in progress are completed.
    ///   - holdsReading: Whether to pause reading below the limits; checked after each event, and ignored while no chunk
    ///     is in progress.
    ///   - emit: Writes a batch; never called concurrently. `false` ends the run.
    /// - Returns: Whether items that had been read were dropped.
    package func run(
        next: @escaping @Sendable () async -> Processor.Chunk?,
        isStopping: @escaping @Sendable () -> Bool = { false },
        holdsReading: @escaping @Sendable () -> Bool = { false },
        emit: @escaping @Sendable (Batch) async -> Bool
    ) async -> Bool {
        // Beside the items, so that most events need no change of threads.
        await withTaskExecutorPreference(processor.executors.home) {
            await handleEvents(next: next, isStopping: isStopping, holdsReading: holdsReading, emit: emit)
        }
    }

    private func handleEvents(
        next: @escaping @Sendable () async -> Processor.Chunk?,
        isStopping: @escaping @Sendable () -> Bool,
        holdsReading: @escaping @Sendable () -> Bool,
        emit: @escaping @Sendable (Batch) async -> Bool
    ) async -> Bool {
        await withTaskGroup(of: Event.self) { group in
            var state = ItemRunnerState<Processor.Chunk, Batch>(limits: limits, keepsOrder: keepsOrder)
            // Ends the transfers of a closed output, and a delay without a group.
            defer { group.cancelAll() }
            while true {
                if !state.queue.isEmpty, isStopping() { state.dropChunks() }
                while let start = state.startChunk() {
                    group.addTask(executorPreference: processor.executors.executor(ofChunk: start.number)) {
                        .worked(work(start), slots: start.slots)
                    }
                }
                // Reading and writing are tasks too, so that neither blocks the other or the work, and not on an executor of
                // items: the source may be the caller's own, which takes its time.
                if let batch = state.startWriting() {
                    group.addTask(executorPreference: globalConcurrentExecutor) {
                        .written(continues: await emit(batch))
                    }
                } else if let number = state.startDelay() {
                    group.addTask {
                        try? await time.sleep(until: time.now + limits.groupDelay)
                        return .delayed(group: number)
                    }
                }
                // After the write, which makes room where chunks had no items: without a task the run would end here.
                if state.startReading(unless: holdsReading) {
                    group.addTask(executorPreference: globalConcurrentExecutor) { .read(await next()) }
                }
                guard !state.isFinished, let event = await group.next() else { return state.queue.hasDropped }
                switch event {
                case .read(let chunk):
                    state.endReading(chunk)
                case .worked(let work, let slots):
                    for (position, prepared, cost) in state.finishChunk(work, slots: slots) {
                        group.addTask(executorPreference: processor.executor(of: prepared)) {
                            .finished(position, await finish(prepared, cost: cost))
                        }
                    }
                case .finished(let position, let part):
                    state.endItem(at: position, part)
                case .delayed(let number):
                    state.endDelay(ofGroup: number)
                case .written(let continues):
                    state.endWriting()
                    guard continues else { return state.queue.hasDropped }
                }
            }
        }
    }

    private func work(_ start: ItemRunnerState<Processor.Chunk, Batch>.Start) -> ChunkResult<Processor, Batch> {
        ChunkResult(
            start.chunk,
            number: start.number,
            slots: start.slots,
            processor: processor,
            time: time,
            makeBatch: makeBatch
        )
    }

    private func finish(_ prepared: Processor.Prepared, cost: Int) async -> BatchPart<Batch> {
        var part = BatchPart(batch: makeBatch())
        part.append(await processor.finish(prepared), cost: cost)
        return part
    }
}

/// The limits of the work in progress.
package struct RunnerLimits: Sendable {
    /// The limit of items that wait, at least 1.
    package let jobs: Int
    /// The limit of chunks in processing, at least 1.
    package let workers: Int
    /// The number of chunks that may be read and not written at any cost: cores have work while the first waits.
    package let chunkCount: Int
    /// The limit of the cost of items that are read and not written, beyond `chunkCount` and the chunk that was read last.
    package let cost: Int
    /// The number of items that are written together where a write is expensive.
    package let groupSize: Int
    /// The time that fewer items wait for more.
    package let groupDelay: Duration

    package init(
        jobs: Int,
        workers: Int = ProcessorCount.count,
        chunkCount: Int = 8,
        cost: Int? = nil,
        groupSize: Int = 1,
        groupDelay: Duration = .zero
    ) {
        self.jobs = max(1, jobs)
        self.workers = max(1, workers)
        self.chunkCount = chunkCount
        self.cost = cost ?? self.jobs * 4
        self.groupSize = groupSize
        self.groupDelay = groupDelay
    }
}
