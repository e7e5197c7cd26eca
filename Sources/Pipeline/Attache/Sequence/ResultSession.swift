import AttacheCore
import AttacheSystem

/// One iteration over results: a run that ends with the iteration.
struct ResultSession<Payloads: AsyncSequence & Sendable> where Payloads.Element == [UInt8] {
    private let source: PayloadSource<Payloads>
    /// The room for payloads that are in progress or whose results have not been taken.
    private let room: Room
    /// Ends the run when the consuming task is cancelled, or the iterator is released.
    private var results: AsyncStream<RewriteResult>.Iterator

    init(_ request: RewriteResults<Payloads>) {
        let (results, continuation) = AsyncStream<RewriteResult>.makeStream()
        let source = PayloadSource(request.payloads)
        let room = Room(request.concurrency)
        let task = request.attache.resultTasks.start {
            let time = request.attache.time
            let runner = ItemRunner(
                limits: RunnerLimits(jobs: request.concurrency, chunkCount: max(1, request.concurrency), cost: 0),
                keepsOrder: request.order == .input,
                processor: RequestProcessor(pipeline: request.attache.pipeline, request: request.request),
                time: time,
                makeBatch: { [RewriteResult]() }
            )
            _ = await runner.run(
                next: {
                    guard await room.take(), let payload = await source.next() else { return nil }
                    return ItemChunk(InputItem(source: "payload", content: .bytes(payload), arrival: time.now))
                },
                emit: { batch in
                    for result in batch { continuation.yield(result) }
                    return true
                }
            )
            continuation.finish()
        }
        // The `Attache` is closed.
        if task == nil { continuation.finish() }
        continuation.onTermination = { _ in
            room.close()
            task?.cancel()
        }
        self.source = source
        self.room = room
        self.results = results.makeAsyncIterator()
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Payloads.Failure) -> RewriteResult? {
        if let result = await results.next(isolation: actor) {
            room.giveBack()
            return result
        }
        // Throws an error only once.
        if !Task.isCancelled, let failure = source.takeFailure() { throw failure }
        return nil
    }
}

/// An iterator over payloads that stores the error of the sequence.
// @unchecked Sendable: the runner never reads concurrently, so that one task at a time uses the iterator.
private final class PayloadSource<Payloads: AsyncSequence>: @unchecked Sendable where Payloads.Element == [UInt8] {
    private var iterator: Payloads.AsyncIterator
    private let failure = Locked<Payloads.Failure?>(nil)

    init(_ payloads: Payloads) {
        iterator = payloads.makeAsyncIterator()
    }

    func next() async -> [UInt8]? {
        do throws(Payloads.Failure) {
            return try await iterator.next(isolation: nil)
        } catch {
            failure.withLock { $0 = error }
            return nil
        }
    }

    func takeFailure() -> Payloads.Failure? { failure.withLock { $0.take() } }
}

/// Processes items with the overrides of a request.
private struct RequestProcessor: ItemProcessing {
    let pipeline: Pipeline
    let request: RequestOverrides

    func begin(_ item: InputItem) -> BeginResult<PendingItem, RewriteResult> { pipeline.begin(item, asked: request) }

    func finish(_ prepared: PendingItem) async -> RewriteResult { await pipeline.finish(prepared) }

    var executors: PayloadExecutors { pipeline.executors }

    func executor(of prepared: PendingItem) -> (any TaskExecutor)? { pipeline.executor(of: prepared) }
}

/// A bounded number of slots for payloads, with one waiter.
private final class Room: Sendable {
    private struct State {
        var freeCount: Int
        var isClosed = false
        var waiter: Waiter<Bool>?
    }

    private let state: Locked<State>

    init(_ count: Int) {
        state = Locked(State(freeCount: max(1, count)))
    }

    /// Waits for a slot; returns `false` after `close()`.
    func take() async -> Bool {
        let waiter = state.withLock { state -> Waiter<Bool>? in
            if state.isClosed { return nil }
            let waiter = Waiter<Bool>()
            if state.freeCount > 0 {
                state.freeCount -= 1
                waiter.resume(returning: true)
            } else {
                state.waiter = waiter
            }
            return waiter
        }
        return await waiter?.wait() ?? false
    }

    func giveBack() {
        let waiter = state.withLock { state in
            if state.waiter == nil { state.freeCount += 1 }
            return state.waiter.take()
        }
        waiter?.resume(returning: true)
    }

    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            return state.waiter.take()
        }
        waiter?.resume(returning: false)
    }
}

/// The tasks of the result sequences of one `Attache`; none outlives it.
final class ResultTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastNumber = 0
        var isClosed = false
    }

    private let state = Locked(State())

    /// Starts a task; returns `nil` when the `Attache` is being closed.
    func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task {
                await work()
                self.state.withLock { $0.tasks[number] = nil }
            }
            state.tasks[number] = task
            return task
        }
    }

    /// Cancels every task and waits for their ends; no task starts after it.
    func end() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
