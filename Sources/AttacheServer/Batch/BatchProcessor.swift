import AttacheCore

/// Works on the items of a batch: each that needs media waits for its turn like a request of its own.
struct BatchProcessor: ItemProcessing {
    let pipeline: Pipeline
    let asked: ItemRequest
    let client: Client
    let queue: FairQueue

    func begin(_ item: InputItem) -> ItemStep<PreparedItem> { pipeline.begin(item, asked: asked) }

    func finish(_ prepared: PreparedItem) async -> RewriteResult {
        await queue.withPlaceForBatchItem(of: client, until: prepared.deadline) { await pipeline.finish(prepared) }
    }
}
