import AsyncAlgorithms
import AttacheCore
import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /v1/rewrite/batch`: NDJSON or an array in, one result line for each item as soon as it is finished.
///
/// Each item has its own result, independent of the others; `source` is its position in the batch. A batch is admitted
/// or refused before its first line is sent.
struct BatchRoute: Sendable {
    /// The number of items of one batch that wait for media at once.
    private static let jobs = 64

    /// The maximum body of a batch, in bytes.
    let limit: Int
    /// The maximum timeout of each item.
    let maximumTimeout: Duration
    let memory: BatchMemoryBudget
    let pipeline: ReloadablePipeline
    let queue: AdmissionController
    let time: any TimeSource

    func respond(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let parameters = try RewriteParameters(RequestHead(request, context), maximumTimeout: maximumTimeout)
        try ParameterValidator(pipeline: pipeline).check(parameters)
        let mediaTypes = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/json"]
        try RequestFraming.check(lengthOf: request.head, limit: limit)
        try RequestFraming.check(typeOf: request.head, among: mediaTypes)
        let processor = BatchProcessor(
            pipeline: pipeline.current.reading(mediaAt: parameters.mediaPaths),
            asked: parameters.asked,
            client: context.client,
            queue: queue
        )
        let runner = ItemRunner(
            limits: RunnerLimits(jobs: Self.jobs, workers: 2),
            keepsOrder: false,
            processor: processor,
            time: time,
            makeBatch: { BatchResultLines(format: parameters.format) }
        )
        let reservation = try memory.open(for: context.client, length: RequestFraming.length(of: request.head))
        // Results are streamed while the body arrives, so its total duration is not limited.
        context.channel.triggerUserOutboundEvent(RequestBodyTimeoutMode.pieces, promise: nil)
        return Response(
            status: .ok,
            headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"],
            body: ResponseBody { [self] writer in
                try await run(runner, on: request.body, reservation, to: &writer)
                try await writer.finish(nil)
            }
        )
    }

    private func run(
        _ runner: ItemRunner<BatchProcessor, BatchResultLines>,
        on body: RequestBody,
        _ reservation: BatchMemoryReservation,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let buffer = BatchBuffer(itemLimit: PayloadEvaluation.itemLimit) { reservation.release($0) }
        let lines = AsyncChannel<ByteBuffer>()
        try await withThrowingTaskGroup { group in
            group.addTask { try await read(body, into: buffer, reservation) }
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
                if buffer.isOverCount { throw Self.tooManyItems }
            } catch let problem as Problem {
                // The status has been sent already, so the problem becomes a line.
                try await writer.write(ByteBuffer(bytes: problem.json() + [JSONByte.lineFeed]))
            }
        }
    }

    private static let tooManyItems = Problem(
        .contentTooLarge,
        "The batch has more than \(BatchSplitter.itemCountLimit) items; send the others in another batch."
    )

    private func read(_ body: RequestBody, into buffer: BatchBuffer, _ reservation: BatchMemoryReservation) async throws
    {
        do {
            var count = 0
            for try await chunk in body {
                count += chunk.readableBytes
                guard count <= limit else { throw RequestFraming.tooLarge(limit) }
                guard !buffer.isOverCount else { throw Self.tooManyItems }
                await reservation.use(chunk.readableBytes)
                buffer.append(chunk.readableBytesView)
            }
            buffer.finish()
        } catch {
            buffer.cancel()
            throw error
        }
    }
}

/// Processes the items of a batch; each item that needs media waits for a permit like a single request.
struct BatchProcessor: ItemProcessing {
    let pipeline: Pipeline
    let asked: RequestOverrides
    let client: Client
    let queue: AdmissionController

    func begin(_ item: InputItem) -> BeginResult<PendingItem, RewriteResult> { pipeline.begin(item, asked: asked) }

    func finish(_ prepared: PendingItem) async -> RewriteResult {
        await queue.withBatchItemPermit(of: client, until: prepared.deadline) { await pipeline.finish(prepared) }
    }

    var executors: PayloadExecutors { pipeline.executors }

    func executor(of prepared: PendingItem) -> (any TaskExecutor)? { pipeline.executor(of: prepared) }
}

/// The result lines of consecutive items of a batch.
struct BatchResultLines: ResultBatch {
    private let format: OutputFormat
    private var writer = JSONWriter()

    init(format: OutputFormat) {
        self.format = format
    }

    /// The lines, including line feeds.
    var bytes: [UInt8] { writer.bytes }

    mutating func append(_ result: RewriteResult) {
        format.write(result, isLabelled: true, to: &writer)
        writer.endLine()
    }

    mutating func append(contentsOf next: consuming BatchResultLines) {
        writer.appendLines(next.bytes)
    }
}
