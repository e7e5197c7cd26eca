/// Runs units of items through the pipeline side by side, with bounded memory: reading stops while the output is slow.
///
/// One loop owns what is known of the run; everything else is a task that ends with an event for it. A unit is worked on
/// in one task as far as that goes without waiting, and each item that must wait for its media goes on in its own.
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
    ///   - jobs: Items that wait for their media at once, at least 1.
    ///   - workers: Units that are worked on at once, at least 1: one for each core.
    ///   - keepsOrder: Whether results come out in the order of the items.
    ///   - processor: What works on items.
    ///   - time: The clock that items arrive by.
    ///   - makeBatch: Makes an empty batch.
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

    /// Runs until the units end, the output does, or a stop is asked for.
    ///
    /// - Parameters:
    ///   - next: Gives the next unit, or `nil` at the end.
    ///   - isStopping: Whether items that have not been begun are to be left; what is under way is finished.
    ///   - emit: Takes a batch; never called twice at once. `false` ends the run.
    /// - Returns: Whether items that had been read were left.
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
                // Reading and writing are tasks too, so that neither holds up the other or the work.
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

/// What works on items in two halves: one that never waits, and one for the few items that must.
package protocol ItemProcessing: Sendable {
    /// What the first half hands to the second.
    associatedtype Prepared: Sendable

    /// Works on an item as far as that goes without waiting.
    ///
    /// - Parameter item: The item as it came in; its time runs from its arrival.
    /// - Returns: The result, or what is needed to go on.
    func begin(_ item: InputItem) -> BeginResult<Prepared>

    /// Goes on with an item, and waits for its media.
    ///
    /// - Parameter prepared: What `begin` gave.
    /// - Returns: The result to emit.
    func finish(_ prepared: Prepared) async -> RewriteResult
}

/// How far an item came without waiting for anything.
package enum BeginResult<Prepared: Sendable>: Sendable {
    /// All the way.
    case finished(RewriteResult)
    /// Media must be asked for first.
    case needsMedia(Prepared)
}

/// What a run makes of consecutive results, such as the lines to write; made where the results are, joined in their order.
package protocol ResultBatch: Sendable {
    /// Whether nothing has been added.
    var isEmpty: Bool { get }

    /// Adds the next result.
    ///
    /// - Parameter result: A result.
    mutating func append(_ result: RewriteResult)

    /// Adds what has been made of the results that come next.
    ///
    /// - Parameter next: A batch that is not needed any more.
    mutating func append(_ next: consuming Self)
}

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
