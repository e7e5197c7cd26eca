import Attache
import AttacheCore
import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /v1/rewrite`: one payload in, its result out. A fallback to plain text is a result too.
struct RewriteRoute: Sendable {
    /// The maximum JSON text of one payload, in bytes, as on the command line.
    static let itemLimit = 64 * 1024

    let reader: RequestReader
    /// The maximum timeout of a payload.
    let maximumTimeout: Duration
    let pipeline: ReloadablePipeline
    let queue: AdmissionController
    /// The turns of the payloads that no event loop answers, in common with the other routes.
    let turns: ProcessorTurns
    /// Handles requests with an `Idempotency-Key`; `nil` if the feature is off.
    let idempotency: IdempotencyHandler?
    let previews: MediaPreviews
    let findings: PayloadFindings

    func respond(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let parameters = try RewriteParameters(request, of: context.client, maximumTimeout: maximumTimeout)
        try ParameterValidator(pipeline: pipeline).check(parameters)
        guard let idempotency, let key = try IdempotencyKey(request) else {
            let body = try await reader.json(request, context)
            let isPreviewed = request.headers[.attachePreview] != nil
            return try await answer(body, parameters, context, isPreviewed: isPreviewed).response
        }
        let body = try await reader.json(request, context)
        return try await idempotency.answer(key, to: RequestFingerprint.of(request, body: body), context) {
            try await answer(body, parameters, context)
        }
    }

    private func answer(
        _ body: [UInt8],
        _ parameters: RewriteParameters,
        _ context: ServiceContext,
        isPreviewed: Bool = false
    ) async throws -> BufferedResponse {
        // Policies that are loaded meanwhile judge later payloads: the findings are of those that judged this one.
        let snapshot = pipeline.snapshot
        let result = try await rewrite(body, parameters, snapshot.pipeline, context)
        if result.outcome == .rejected { throw Problem(rejected: result.reasons) }
        guard isPreviewed else { return Self.response(result, parameters) }
        previews.allow(result.attachments.map(\.sha256), for: context.client)
        guard parameters.format == .report else { return Self.response(result, parameters) }
        let report = await turns.run(for: context.client) {
            findings.report(result, of: body, snapshot, parameters.mediaPaths)
        }
        return Self.response(report, of: result)
    }

    /// Begins a request without the router, and ends one that needs no wait; returns `nil` for a request that the
    /// router must answer, and for one that is refused.
    func begin(
        _ request: Request,
        _ body: [UInt8],
        of client: Client,
        since arrival: ContinuousClock.Instant
    ) -> BeginResult<PendingRewrite, BufferedResponse>? {
        guard (try? RequestReader.check(request, mediaTypes: ["application/json"], limit: reader.limit)) != nil,
            let parameters = try? RewriteParameters(request, of: client, maximumTimeout: maximumTimeout),
            parameters.mediaPaths.isEmpty, (try? ParameterValidator(pipeline: pipeline).check(parameters)) != nil
        else { return nil }
        let pipeline = pipeline.current
        let item = InputItem(source: "request", content: .bytes(body), arrival: arrival)
        return switch pipeline.beginUnlessRejected(item, asked: parameters.asked) {
        case nil: nil
        case .finished(let result): .finished(Self.response(result, parameters))
        case .needsMedia(let pending):
            .needsMedia(PendingRewrite(pipeline: pipeline, item: pending, parameters: parameters))
        }
    }

    /// Ends a request that `begin` could not end.
    func finish(_ pending: PendingRewrite, for client: Client) async throws(Problem) -> BufferedResponse {
        let result = try await queue.withPermit(for: client, until: pending.item.deadline) {
            await pending.pipeline.finish(pending.item)
        }
        if result.outcome == .rejected { throw Problem(rejected: result.reasons) }
        return Self.response(result, pending.parameters)
    }

    private static func response(_ result: RewriteResult, _ parameters: RewriteParameters) -> BufferedResponse {
        var writer = JSONWriter()
        parameters.format.write(result, isLabelled: false, to: &writer)
        return response(writer.bytes, of: result)
    }

    private static func response(_ body: [UInt8], of result: RewriteResult) -> BufferedResponse {
        BufferedResponse(
            status: .ok,
            mediaType: "application/json",
            body: body,
            isReplayable: !result.reasons.contains { $0.code == .fetchCancelled }
        )
    }

    /// Payloads without media, or with a cached verdict, need no permit.
    private func rewrite(
        _ body: [UInt8],
        _ parameters: RewriteParameters,
        _ pipeline: Pipeline,
        _ context: ServiceContext
    ) async throws -> RewriteResult {
        guard body.count <= Self.itemLimit else { throw Problem.payloadTooLong(Self.itemLimit) }
        let pipeline = pipeline.reading(mediaAt: parameters.mediaPaths)
        let item = InputItem(source: "request", content: .bytes(body), arrival: context.arrival)
        let begun = await turns.run(for: context.client) { pipeline.begin(item, asked: parameters.asked) }
        switch begun {
        case .finished(let result):
            return result
        case .needsMedia(let prepared):
            return try await DisconnectObserver.run(context, on: pipeline.executor(of: prepared)) { [queue] in
                try await queue.withPermit(for: context.client, until: prepared.deadline) {
                    await pipeline.finish(prepared)
                }
            }
        }
    }
}

/// A payload that waits for its media.
struct PendingRewrite: Sendable {
    let pipeline: Pipeline
    let item: PendingItem
    let parameters: RewriteParameters

    /// The executor of its first medium.
    var executor: (any TaskExecutor)? { pipeline.executor(of: item) }
}

/// A complete response in memory.
struct BufferedResponse: Sendable, Equatable {
    let status: HTTPResponse.Status
    let mediaType: String
    let body: [UInt8]
    /// Whether a repeated request gets the same response; false for work that was cancelled.
    var isReplayable = true

    /// The response, which caches must not store.
    var response: Response {
        Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// The head of the response.
    var withoutBody: Response { Response(status: status, headers: headers) }

    /// The headers of the response.
    var headers: HTTPFields {
        [.contentType: mediaType, .cacheControl: "no-store", .contentLength: "\(body.count)"]
    }
}
