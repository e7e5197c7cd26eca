import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import MediaStore

/// Processes the items of a batch; an item that needs media waits for a permit of its host.
struct BatchItemProcessor: ItemProcessing {
    typealias Chunk = BatchChunk

    struct Prepared: Sendable {
        let item: BatchItem
        let pending: PendingItem
        let readCount: Int
    }

    enum Output: Sendable {
        case completed(CompletedItem)
        /// The checkpoints of a chunk, before its items.
        case checkpoints([BatchChunk.Checkpoint])
        /// The item is left for another run.
        case dropped
    }

    let attache: Attache
    let format: @Sendable (RewriteResult) -> [UInt8]
    let limiter: HostConcurrencyLimiter
    let progress: BatchProgress

    func begin(_ item: BatchChunk.Item) -> BeginResult<Prepared, Output> {
        switch item {
        case .checkpoints(let checkpoints):
            return .finished(.checkpoints(checkpoints))
        case .item(let item, let readCount):
            if item.isReused, case .bytes(let line) = item.content {
                return .finished(.completed(CompletedItem(kept: line, of: item, readCount: readCount)))
            }
            let input = InputItem(
                source: item.input.entry.source,
                line: item.line == 0 ? nil : item.line,
                content: item.content,
                arrival: attache.time.now
            )
            switch attache.pipeline.begin(input) {
            case .finished(let result):
                return .finished(completed(item, result, readCount: readCount, holdsPermit: false))
            case .needsMedia(let pending):
                return .needsMedia(Prepared(item: item, pending: pending, readCount: readCount))
            }
        }
    }

    var executors: PayloadExecutors { attache.pipeline.executors }

    func executor(of prepared: Prepared) -> (any TaskExecutor)? { attache.pipeline.executor(of: prepared.pending) }

    func finish(_ prepared: Prepared) async -> Output {
        let host = prepared.pending.host
        guard await limiter.acquire(host) else { return .dropped }
        progress.noteBegun()
        // The deadline starts with the permit: the wait belongs to this run, not to the device.
        let result = await attache.pipeline.finish(prepared.pending.restarting(at: attache.time.now))
        limiter.releaseHost(host)
        // A result that asked no origin is soon made again if it is lost before its commit.
        let holdsPermit = result.traces.contains(where: \.askedOrigin)
        if !holdsPermit {
            limiter.release(1)
            progress.noteReleased()
        }
        return completed(prepared.item, result, readCount: prepared.readCount, holdsPermit: holdsPermit)
    }

    private func completed(_ item: BatchItem, _ result: RewriteResult, readCount: Int, holdsPermit: Bool) -> Output {
        .completed(
            CompletedItem(
                item: item,
                record: ItemRecord(result),
                line: format(result),
                holdsPermit: holdsPermit,
                readCount: readCount
            )
        )
    }
}
