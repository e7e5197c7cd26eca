import AttacheCore

/// Works on the items of a batch: each that needs media waits for its turn like a request of its own.
struct BatchProcessor: ItemProcessing {
    let pipeline: Pipeline
    let asked: RequestOverrides
    let client: Client
    let queue: AdmissionController

    func begin(_ item: InputItem) -> BeginResult<PendingItem> { pipeline.begin(item, asked: asked) }

    func finish(_ prepared: PendingItem) async -> RewriteResult {
        await queue.withBatchItemPermit(of: client, until: prepared.deadline) { await pipeline.finish(prepared) }
    }
}
