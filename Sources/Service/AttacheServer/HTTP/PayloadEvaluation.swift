import AttacheCore

/// What the routes of one payload have in common: their limits, and how they evaluate it.
///
/// A payload takes the client's turn at a processor until it is known whether it must wait, and a permit of the queue while
/// its media load. One without media, or with cached verdicts, needs no permit.
struct PayloadEvaluation: Sendable {
    /// The maximum JSON text of one payload, in bytes, as on the command line.
    static let itemLimit = 64 * 1024

    /// The maximum timeout of a payload.
    let maximumTimeout: Duration
    let pipeline: ReloadablePipeline
    let queue: AdmissionController
    /// The turns at the processor, in common with all routes.
    let turns: ProcessorTurns

    /// Refuses a body that is too long for a payload.
    func checkLength(of body: [UInt8]) throws(Problem) {
        guard body.count <= Self.itemLimit else { throw Problem.payloadTooLong(Self.itemLimit) }
    }

    /// Evaluates a payload as far as it need not wait.
    func begin(
        _ body: [UInt8],
        _ parameters: RewriteParameters,
        of head: RequestHead,
        with pipeline: Pipeline
    ) throws(Problem) -> BeginResult<PendingItem, RewriteResult> {
        try checkLength(of: body)
        let item = InputItem(source: "request", content: .bytes(body), arrival: head.arrival)
        return pipeline.begin(item, asked: parameters.asked)
    }

    /// Evaluates a payload as far as it need not wait, at the client's turn.
    func beginInTurn(
        _ body: [UInt8],
        _ parameters: RewriteParameters,
        of head: RequestHead,
        with pipeline: Pipeline
    ) async throws(Problem) -> BeginResult<PendingItem, RewriteResult> {
        try await turns.run(for: head.client) { () throws(Problem) in
            try begin(body, parameters, of: head, with: pipeline)
        }
    }

    /// Loads the media of a payload, with a permit, on the executor of its first media file.
    func finish(_ pending: PendingItem, of head: RequestHead, with pipeline: Pipeline) async throws(Problem)
        -> RewriteResult
    {
        try await withTaskExecutorPreference(pipeline.executor(of: pending)) { () async throws(Problem) in
            try await queue.withPermit(for: head.client, until: pending.deadline) { await pipeline.finish(pending) }
        }
    }

    /// Evaluates a payload to its end.
    func run(
        _ body: [UInt8],
        _ parameters: RewriteParameters,
        of head: RequestHead,
        with pipeline: Pipeline
    ) async throws(Problem) -> RewriteResult {
        let pipeline = pipeline.reading(mediaAt: parameters.mediaPaths)
        switch try await beginInTurn(body, parameters, of: head, with: pipeline) {
        case .finished(let result): return result
        case .needsMedia(let pending): return try await finish(pending, of: head, with: pipeline)
        }
    }
}
