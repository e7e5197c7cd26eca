package import Attache
package import AttacheCommandLine
package import AttacheCore
package import AttacheSystem

/// The input of a run: chunks of items, which may block.
package protocol RunSource<Chunk>: SendableMetatype {
    associatedtype Chunk: WorkChunk

    /// Waits for the next items; `nil` at the end. Throws `InputError` when the input cannot be read.
    mutating func next() throws(InputError) -> Chunk?

    /// Ends the input for a stop, and notes whether any was left; always returns `nil`.
    mutating func abandon() -> Chunk?

    /// Whether a stop came before the end of the input.
    var wasStopped: Bool { get }
}

extension SourceSequence: RunSource {}

/// One run of a command that reads items and prints lines, up to its exit status.
package struct LineRun: Sendable {
    /// What a stop leaves, for messages.
    package enum Report: Sendable {
        case none
        /// Says how many payloads are still in progress, and after how many results the run ended; of an input that may
        /// stay open for months only where payloads were dropped.
        case payloads(mayStayOpen: Bool)
    }

    /// Two threads, since reading may block without limit while a result must be written.
    package let streams: WorkerPool
    package let stop: InterruptSignal
    package let tally: Locked<RunTally>
    private let diagnostics: Diagnostics

    /// Runs `body` with the threads and the signal of a run, and returns its status. Throws `SystemCallError` when
    /// threads or descriptors are exhausted.
    package static func status(
        failsOnFallback: Bool,
        _ diagnostics: Diagnostics,
        _ body: (LineRun) async throws(SystemCallError) -> Void
    ) async throws(SystemCallError) -> CommandStatus {
        let streams = try WorkerPool(threadCount: 2)
        defer { streams.shutDown() }
        let run = LineRun(
            streams: streams,
            stop: try InterruptSignal(),
            tally: Locked(RunTally(failsOnFallback: failsOnFallback)),
            diagnostics: diagnostics
        )
        try await body(run)
        return run.tally.withLock { $0.status }
    }

    /// Processes every payload of files or of standard input, and notes an interruption.
    ///
    /// - Parameters:
    ///   - sources: The files.
    ///   - readsLines: Whether each line is a payload.
    ///   - attache: Evaluates them.
    ///   - jobs: The limit of payloads in progress.
    ///   - keepsOrder: Whether results have the order of their payloads.
    ///   - empty: An output without results.
    ///   - emit: Writes an output, and returns its number of results, or `nil` to end the run.
    /// - Returns: Whether the run came to the end of its input.
    package func process<Batch: ResultBatch>(
        _ sources: [InputSource],
        readsLines: Bool,
        with attache: Attache,
        jobs: Int,
        keepsOrder: Bool = true,
        into empty: Batch,
        emit: @escaping @Sendable (Batch) async -> Int?
    ) async -> Bool where Batch.Output == RewriteResult {
        await process(
            SourceSequence(sources, readsLines: readsLines, stopDescriptor: stop.descriptor, time: attache.time),
            with: attache.pipeline,
            jobs: jobs,
            keepsOrder: keepsOrder,
            time: attache.time,
            report: .payloads(mayStayOpen: !sources.contains { $0 != .standardInput }),
            into: empty,
            emit: emit
        )
    }

    /// Processes every item of a source, and notes an interruption.
    ///
    /// - Parameters:
    ///   - source: The items.
    ///   - processor: Processes them.
    ///   - jobs: The limit of items in progress.
    ///   - keepsOrder: Whether results have the order of their items.
    ///   - time: The clock of deadlines.
    ///   - report: What to say about a stop.
    ///   - empty: An output without results.
    ///   - emit: Writes an output, and returns its number of results, or `nil` to end the run.
    /// - Returns: Whether the run came to the end of its input.
    package func process<Source: RunSource, Processor: ItemProcessing, Batch: ResultBatch>(
        _ source: sending Source,
        with processor: Processor,
        jobs: Int,
        keepsOrder: Bool = true,
        time: any TimeSource,
        report: Report,
        into empty: Batch,
        emit: @escaping @Sendable (Batch) async -> Int?
    ) async -> Bool where Source.Chunk == Processor.Chunk, Batch.Output == Processor.Output {
        let items = Locked(source)
        let running = RunningCount()
        let resultCount = Locked(0)
        let isOpen = Locked(true)
        let runner = ItemRunner(
            limits: RunnerLimits(jobs: jobs),
            keepsOrder: keepsOrder,
            processor: CountingProcessor(base: processor, running: running),
            time: time,
            makeBatch: { empty }
        )
        let notice: StopNotice? =
            if case .payloads = report { StopNotice(stop, diagnostics, "payload") { running.value } } else { nil }
        defer { notice?.cancel() }
        let hasLeftItems = await runner.run(
            next: { await next(items) },
            isStopping: { stop.isRequested },
            emit: { batch in
                guard let count = await emit(batch) else {
                    isOpen.withLock { $0 = false }
                    return false
                }
                resultCount.withLock { $0 += count }
                return true
            }
        )
        guard stop.isRequested else { return !hasLeftItems && isOpen.withLock { $0 } }
        guard hasLeftItems || items.withLock({ $0.wasStopped }) else { return false }
        tally.withLock { $0.note(.interrupted) }
        if case .payloads(let mayStayOpen) = report, hasLeftItems || !mayStayOpen {
            let (payloads, have) = resultCount.withLock { $0 == 1 ? ("1 payload", "has") : ("\($0) payloads", "have") }
            diagnostics.warning("interrupted: \(payloads) \(have) a result; the rest of the input was not processed.")
        }
        return false
    }

    private func next<Source: RunSource>(_ items: Locked<Source>) async -> Source.Chunk? {
        let chunk = await streams.run {
            items.withLock { source in
                Result { () throws(InputError) in stop.isRequested ? source.abandon() : try source.next() }
            }
        }
        do throws(InputError) {
            return try chunk?.get()
        } catch {
            fail(error.sentence)
            return nil
        }
    }

    /// Writes pieces of lines to standard output, and adds their counts; a closed output ends reading, and is `false`.
    package func write(_ pieces: [[UInt8]], _ counts: RunTally) async -> Bool {
        let isOpen =
            await streams.run {
                var isOpen = false
                // A line that shows what is loading is on the same terminal.
                diagnostics.suspendDrawing { isOpen = print(pieces) }
                return isOpen
            } ?? false
        tally.withLock { $0.add(counts) }
        if !isOpen { stop.endReading() }
        return isOpen
    }

    /// Prints pieces of lines, which may block; `false` where the output is closed, or fails, which is reported.
    package func print(_ pieces: [[UInt8]]) -> Bool {
        do throws(SurroundingsError) {
            for piece in pieces where try !StandardOutput.write(piece) { return false }
            return true
        } catch {
            fail(error.sentence)
            return false
        }
    }

    /// Reports a fault of this machine, which the status names.
    package func fail(_ sentence: String) {
        diagnostics.error(sentence)
        tally.withLock { $0.note(.runtimeFault) }
    }
}

/// Counts the items that wait for their media.
private struct CountingProcessor<Base: ItemProcessing>: ItemProcessing {
    typealias Chunk = Base.Chunk

    let base: Base
    let running: RunningCount

    func begin(_ item: Base.Chunk.Item) -> BeginResult<Base.Prepared, Base.Output> { base.begin(item) }

    func finish(_ prepared: Base.Prepared) async -> Base.Output {
        await running.during { await base.finish(prepared) }
    }

    var executors: PayloadExecutors { base.executors }

    func executor(of prepared: Base.Prepared) -> (any TaskExecutor)? { base.executor(of: prepared) }
}
