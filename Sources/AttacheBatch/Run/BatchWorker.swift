import Attache
import AttacheCore

/// Processes the items of a run concurrently.
struct BatchWorker: Sendable {
    let attache: Attache
    let format: @Sendable (RewriteResult) -> [UInt8]
    let limiter: HostConcurrencyLimiter
    let gate: BackpressureGate
    let queue: CommitQueue

    /// Cancels every item that has no permit yet.
    func stop() {
        gate.close()
        limiter.close()
    }

    /// Processes a chunk until its last item is finished or dropped.
    func work(on chunk: BatchChunk) async {
        var finished: [CompletedItem] = []
        var left: [(item: BatchItem, prepared: PendingItem)] = []
        let now = attache.time.now
        for item in chunk.items {
            if item.isReused, case .bytes(let line) = item.content {
                finished.append(CompletedItem(kept: line, of: item, readCount: chunk.share(of: item)))
                continue
            }
            let input = InputItem(
                source: item.input.entry.source,
                line: item.line == 0 ? nil : item.line,
                content: item.content,
                arrival: now
            )
            switch attache.pipeline.begin(input) {
            case .finished(let result): finished.append(self.finished(item, result, of: chunk, holdsPermit: false))
            case .needsMedia(let prepared): left.append((item, prepared))
            }
        }
        queue.put(finished, checkpoints: chunk.checkpoints)
        await withDiscardingTaskGroup { group in
            for (item, prepared) in left {
                gate.beginWaiting()
                group.addTask { await wait(for: prepared, of: item, in: chunk) }
            }
        }
    }

    private func wait(for prepared: PendingItem, of item: BatchItem, in chunk: BatchChunk) async {
        defer { gate.endWaiting() }
        let host = prepared.host
        guard await limiter.acquire(host) else { return gate.drop(item) }
        // The item's deadline starts with its permit: the wait before it belongs to this run, not to the phone.
        let result = await attache.pipeline.finish(prepared.restarting(at: attache.time.now))
        limiter.releaseHost(host)
        queue.put([finished(item, result, of: chunk, holdsPermit: true)])
    }

    private func finished(
        _ item: BatchItem,
        _ result: RewriteResult,
        of chunk: BatchChunk,
        holdsPermit: Bool
    ) -> CompletedItem {
        CompletedItem(
            item: item,
            record: ItemRecord(result),
            line: format(result),
            holdsPermit: holdsPermit,
            readCount: chunk.share(of: item)
        )
    }
}
