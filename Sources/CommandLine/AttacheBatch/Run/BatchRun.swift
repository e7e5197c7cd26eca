package import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import SystemPackage

/// A batch, from its first input to its last commit.
package struct BatchRun: Sendable {
    /// The time that a small group waits for more items before its commit. A commit takes a present-day disk 2 to 5 ms:
    /// a shorter wait would make most groups small, a longer one would hold permits that could be in use.
    private static let commitDelay = Duration.milliseconds(10)
    /// The limit of items that wait for media: enough for a fair order of hosts.
    private static let waitingLimit = 1024
    /// The limit of memory for open items, in bytes, beyond the chunk that was read last.
    private static let byteLimit = 12 << 20
    /// The limit of results that wait in the ledger for an earlier one: enough for some seconds at full speed. The next
    /// run holds a number for each.
    private static let outOfOrderLimit = 250_000

    /// The state that reading, committing and the end of a run share.
    private struct State {
        var fault: BatchError?
        var hasDropped = false
        var outOfOrderCount = 0
        var isOver = false
    }

    private let configuration: BatchConfiguration
    private let roots: BatchRoots
    private let output: OutputDirectory
    private let ledger: RunLedger
    private let progress: BatchProgress
    private let startsOver: Bool

    /// Opens inputs, output and ledger; throws `BatchError` before any work begins.
    package init(_ configuration: BatchConfiguration, progress: BatchProgress) throws(BatchError) {
        MallocSettings.set()
        self.configuration = configuration
        self.progress = progress
        roots = try BatchRoots(configuration.paths, output: configuration.output)
        // Before the output directory is created.
        if !configuration.allowsEmpty, let error = InputSearch.error(ifNoneIn: roots.roots) { throw error }
        output = try OutputDirectory(configuration.output)
        let opening = LedgerOpener(output: output, name: configuration.output)
        startsOver = configuration.startsOver || output.isDiscarded
        if startsOver { try opening.startOver() }
        ledger = try opening.open(
            RunIdentity(members: configuration.identity.members + roots.identity),
            urls: progress.urls
        )
    }

    /// Runs until every input is finished or a stop is requested. Throws `BatchError` when this machine prevents
    /// progress; committed items are kept.
    package func run(with attache: Attache) async throws(BatchError) -> BatchResult {
        let threads: WorkerPool
        do throws(SystemCallError) {
            // One thread reads, one commits, one computes the total.
            threads = try WorkerPool(threadCount: 3)
        } catch {
            throw BatchError(.environment, "No thread could be started: \(error.message).")
        }
        let end: Result<BatchResult, BatchError>
        do throws(BatchError) {
            end = .success(try await run(with: attache, on: threads))
        } catch {
            end = .failure(error)
        }
        threads.shutDown()
        return try end.get()
    }

    private func run(with attache: Attache, on threads: WorkerPool) async throws(BatchError) -> BatchResult {
        if startsOver { attache.unpin(forRunAt: output.absolutePath) }
        let reader = ThreadConfined(
            BatchReader(roots.roots, ledger: ledger, output: output, stopDescriptor: configuration.stopDescriptor),
            on: threads
        )
        let committer = ThreadConfined(BatchCommitter(ledger: ledger, output: output), on: threads)
        try await committer.run { committer throws(BatchError) in try committer.recover() }
        let (jobs, perHost) = (configuration.jobs, configuration.jobsPerHost)
        let limiter = HostConcurrencyLimiter(limit: jobs) { [hosts = attache.multiplexedHosts] host in
            // Where requests share connections, the limit of connections does not apply.
            hosts.contains(host) ? jobs : perHost
        }
        let runner = ItemRunner(
            limits: RunnerLimits(
                jobs: Self.waitingLimit,
                chunkCount: 0,
                cost: Self.byteLimit,
                groupSize: max(1, jobs / 2),
                groupDelay: Self.commitDelay
            ),
            keepsOrder: false,
            processor: BatchItemProcessor(
                attache: attache,
                format: configuration.format,
                limiter: limiter,
                progress: progress
            ),
            time: attache.time,
            makeBatch: { CommitGroup() }
        )
        let watch = Task { await watchForStop(limiter) }
        let state = Locked(State())
        let counting = Task { await countTotal(on: threads) { state.withLock { $0.isOver } } }
        // A late total is useless.
        defer { state.withLock { $0.isOver = true } }
        _ = await runner.run(
            next: { await read(from: reader, limiter, state) },
            holdsReading: { state.withLock { $0.outOfOrderCount >= Self.outOfOrderLimit } },
            emit: { group in await commit(group, of: attache, with: committer, on: threads, limiter, state) }
        )
        watch.cancel()
        if let fault = state.withLock({ $0.fault }) { throw fault }
        try await committer.run { committer throws(BatchError) in try committer.finish() }
        state.withLock { $0.isOver = true }
        await counting.value
        let (wasStopped, faults) = try await reader.run { reader throws(BatchError) in
            (reader.wasStopped, reader.faults.sentences)
        }
        return BatchResult(
            isInterrupted: wasStopped || state.withLock { $0.hasDropped },
            faults: faults,
            problems: try await committer.run { committer throws(BatchError) in committer.problems.sentences },
            totals: ledger.isOfOneProcess ? progress.totals : nil,
            ledger: ledger,
            output: output
        )
    }

    /// The error of a run that ended without an item, and removes the output directory that it created.
    package func endWithoutItems() -> BatchError? {
        guard !configuration.allowsEmpty else { return nil }
        if output.isNew {
            // Files without payloads have outputs without results.
            try? ledger.eachOutput { name in
                if let name = OutputDirectory.name(fromLedger: name) { output.removeOutputAndDirectories(name) }
            }
            output.discard()
        }
        return InputSearch.error(ifEmpty: roots.roots)
    }

    /// Reads the next items; returns `nil` at the end, for a stop, and after a fault.
    private func read(
        from reader: ThreadConfined<BatchReader>,
        _ limiter: HostConcurrencyLimiter,
        _ state: Locked<State>
    ) async -> BatchChunk? {
        let isStopRequested = configuration.isStopRequested
        do throws(BatchError) {
            let chunk = try await reader.run { reader throws(BatchError) -> BatchChunk? in
                if isStopRequested() { reader.stop() }
                return try reader.next()
            }
            // A chunk without items was finished before; the bytes of items count when they are done.
            if let chunk { progress.noteEarlier(chunk.earlierCount + (chunk.items.isEmpty ? chunk.readCount : 0)) }
            return chunk
        } catch {
            limiter.close()
            state.withLock { $0.fault = $0.fault ?? error }
            return nil
        }
    }

    /// Commits a group; returns whether the run continues.
    private func commit(
        _ group: CommitGroup,
        of attache: Attache,
        with committer: ThreadConfined<BatchCommitter>,
        on threads: WorkerPool,
        _ limiter: HostConcurrencyLimiter,
        _ state: Locked<State>
    ) async -> Bool {
        if group.hasDropped { state.withLock { $0.hasDropped = true } }
        guard !group.isEmpty else { return true }
        do throws(BatchError) {
            try await persistMedia(group, in: attache, on: threads)
            let outOfOrderCount = try await committer.run { committer throws(BatchError) in
                try committer.commit(group)
                return committer.waitingCount
            }
            progress.noteCommitted(group.items)
            limiter.release(group.permitCount)
            state.withLock { $0.outOfOrderCount = outOfOrderCount }
            return true
        } catch {
            limiter.close()
            // The reader may be blocked on a line that never arrives.
            configuration.endReading()
            // A fault of the disk takes precedence over one of an input.
            state.withLock { $0.fault = error }
            return false
        }
    }

    /// Synchronizes the media of a group to the disk, and pins them as long as the output directory exists.
    private func persistMedia(
        _ group: CommitGroup,
        in attache: Attache,
        on threads: WorkerPool
    ) async throws(BatchError) {
        let digests = group.mediaDigests
        let path = output.absolutePath
        do throws(SystemCallError) {
            if !digests.isEmpty {
                let pinning = await threads.run { () -> SystemCallError? in
                    do throws(SystemCallError) {
                        try attache.pin(Array(digests), forRunAt: path)
                        return nil
                    } catch {
                        return error
                    }
                }
                if case .some(.some(let error)) = pinning { throw error }
            }
            try await attache.synchronizeStore()
        } catch {
            throw BatchError(.environment, error.reason.message)
        }
    }

    /// Ends all waiting when a stop is requested; items that hold a permit are completed.
    private func watchForStop(_ limiter: HostConcurrencyLimiter) async {
        while !Task.isCancelled {
            if configuration.isStopRequested() { return limiter.close() }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    private func countTotal(on threads: WorkerPool, until isOver: @escaping @Sendable () -> Bool) async {
        let (roots, isStopRequested) = (roots.roots, configuration.isStopRequested)
        let total = await threads.run { InputTotal.byteCount(of: roots) { isOver() || isStopRequested() } }
        progress.noteTotal(total ?? nil)
    }
}

/// A blocking value that one thread at a time uses; the cooperative pool only waits for it.
struct ThreadConfined<Value>: Sendable {
    // The lock is never contended; it ensures that one thread at a time uses the value.
    private let value: Locked<Value>
    private let threads: WorkerPool

    init(_ value: sending Value, on threads: WorkerPool) {
        self.value = Locked(value)
        self.threads = threads
    }

    /// Runs blocking work with the value on one of the threads; throws the error of `body`, or `BatchError` after the
    /// threads have ended.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (inout Value) throws(BatchError) -> Result
    ) async throws(BatchError) -> Result {
        let result = await threads.run { [value] () -> Swift.Result<Result, BatchError> in
            do throws(BatchError) {
                return .success(try value.withLock { (value: inout Value) throws(BatchError) in try body(&value) })
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw BatchError(.environment, "The run has ended already.") }
        return try result.get()
    }
}
