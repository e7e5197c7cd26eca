import AttacheCore
import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /v1/rewrite`: one payload in, its result out. A fallback to plain text is a result like any other.
struct RewriteRoute: Sendable {
    /// The longest JSON text of one payload, in bytes, as on the command line.
    static let itemLimit = 64 * 1024

    let reader: RequestReader
    /// The longest time that a request may ask for.
    let maximumTimeout: Duration
    let pipeline: ReloadablePipeline
    let queue: AdmissionController
    /// Answers requests with an `Idempotency-Key`; `nil` where keys mean nothing.
    let idempotency: IdempotencyHandler?

    func respond(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let parameters = try RewriteParameters(request, of: context.client, maximumTimeout: maximumTimeout)
        try ParameterValidator(pipeline: pipeline).check(parameters.asked)
        guard let idempotency, let key = try IdempotencyKey(request) else {
            let body = try await reader.json(request, context)
            return try await answer(body, parameters, context).response
        }
        let body = try await reader.json(request, context)
        return try await idempotency.answer(key, to: RequestFingerprint.of(request, body: body), context) {
            try await answer(body, parameters, context)
        }
    }

    private func answer(
        _ body: [UInt8],
        _ parameters: RewriteParameters,
        _ context: ServiceContext
    ) async throws -> BufferedResponse {
        let result = try await rewrite(body, parameters.asked, context)
        if result.outcome == .rejected { throw Problem(rejected: result) }
        var writer = JSONWriter()
        parameters.format.write(result, isLabelled: false, to: &writer)
        return BufferedResponse(
            status: .ok,
            mediaType: "application/json",
            body: writer.bytes,
            isReplayable: !result.reasons.contains { $0.code == .fetchCancelled }
        )
    }

    /// What needs no media, or media whose verdict is known, waits for nobody.
    private func rewrite(
        _ body: [UInt8],
        _ asked: RequestOverrides,
        _ context: ServiceContext
    ) async throws(Problem) -> RewriteResult {
        guard body.count <= Self.itemLimit else { throw .payloadTooLong(Self.itemLimit) }
        let pipeline = pipeline.current
        switch pipeline.begin(
            InputItem(source: "request", content: .bytes(body), arrival: context.arrival),
            asked: asked
        ) {
        case .finished(let result):
            return result
        case .needsMedia(let prepared):
            return try await queue.withPermit(for: context.client, until: prepared.deadline) {
                await pipeline.finish(prepared)
            }
        }
    }
}

/// A whole answer that is made of one piece.
struct BufferedResponse: Sendable, Equatable {
    /// The status of the response.
    let status: HTTPResponse.Status
    /// Its `Content-Type`.
    let mediaType: String
    /// Its body.
    let body: [UInt8]
    /// Whether the same request is to get it again; not what a stop cut short.
    var isReplayable = true

    /// The answer as a response that nobody on the way may keep.
    var response: Response {
        Response(
            status: status,
            headers: [.contentType: mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        )
    }
}
