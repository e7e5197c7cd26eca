import AsyncAlgorithms
import AttacheCore
import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /v1/rewrite/batch`: NDJSON or an array in, a line for each item out as soon as it is finished.
///
/// Each item has its own result, whatever becomes of the others; `source` tells its place in the batch.
struct BatchRoute: Sendable {
    /// Items of one batch that wait for their media at once.
    private static let jobs = 64

    let limit: Int
    let watch: SlowRequestWatch
    let memory: BatchMemory
    let pipeline: LivePipeline
    let queue: FairQueue
    let time: any TimeSource

    func respond(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let part = try EmitPart(request)
        let asked = try ItemRequest(request)
        let mediaTypes = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/json"]
        try RequestReader.check(request, mediaTypes: mediaTypes, limit: limit)
        let processor = BatchProcessor(
            pipeline: pipeline.current,
            asked: asked,
            client: context.client,
            queue: queue
        )
        let runner = ItemRunner(
            jobs: Self.jobs,
            workers: 2,
            keepsOrder: false,
            processor: processor,
            time: time,
            makeBatch: { BatchLines(part: part) }
        )
        let account = try memory.open()
        return Response(
            status: .ok,
            headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"],
            body: ResponseBody { [self] writer in
                try await run(runner, on: request.body, context, account, to: &writer)
                try await writer.finish(nil)
            }
        )
    }

    private func run(
        _ runner: ItemRunner<BatchProcessor, BatchLines>,
        on body: RequestBody,
        _ context: ServiceContext,
        _ account: BatchMemory.Account,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let buffer = BatchBuffer(itemLimit: RewriteRoute.itemLimit)
        let lines = AsyncChannel<ByteBuffer>()
        try await withThrowingTaskGroup { group in
            group.addTask {
                defer { buffer.finish() }
                try await read(body, into: buffer, context, account)
            }
            group.addTask {
                defer { lines.finish() }
                _ = await runner.run(next: { await buffer.next() }) { batch in
                    await lines.send(ByteBuffer(bytes: batch.bytes))
                    return !Task.isCancelled
                }
            }
            for await line in lines { try await writer.write(line) }
            do {
                try await group.waitForAll()
            } catch let problem as Problem {
                // The status has gone out long ago, so a line tells it.
                try await writer.write(ByteBuffer(bytes: problem.json() + [JSONByte.lineFeed]))
            }
        }
    }

    private func read(
        _ body: RequestBody,
        into buffer: BatchBuffer,
        _ context: ServiceContext,
        _ account: BatchMemory.Account
    ) async throws {
        let ticket = watch.enter(context.channel)
        defer { watch.leave(ticket) }
        var count = 0
        for try await chunk in body {
            count += chunk.readableBytes
            guard count <= limit else { throw RequestReader.tooLarge(limit) }
            try account.take(chunk.readableBytes)
            buffer.append(chunk.readableBytesView)
        }
    }
}
