import Attache
import AttacheCore
import HTTPTypes

/// `POST /v1/rewrite`: one payload in, its result out. A fallback to plain text is a result too.
///
/// It is an object, since each request's work holds it.
final class RewriteRoute: Sendable {
    let payloads: PayloadEvaluation
    /// Handles requests with an `Idempotency-Key`; `nil` if the feature is off.
    let idempotency: IdempotencyHandler?
    let previews: MediaPreviews
    let findings: PayloadFindings

    init(
        payloads: PayloadEvaluation,
        idempotency: IdempotencyHandler?,
        previews: MediaPreviews,
        findings: PayloadFindings
    ) {
        self.payloads = payloads
        self.idempotency = idempotency
        self.previews = previews
        self.findings = findings
    }

    func accept(_ head: RequestHead) throws(Problem) -> CollectedWork {
        let parameters = try RewriteParameters(head, maximumTimeout: payloads.maximumTimeout)
        try ParameterValidator(pipeline: payloads.pipeline).check(parameters)
        let key = idempotency == nil ? nil : try IdempotencyKey(head)
        try RequestFraming.check(typeOf: head.head)
        if let idempotency, let key {
            return CollectedWork { [self] body in
                let fingerprint = RequestFingerprint.of(head, body: body)
                return try await idempotency.answer(key, to: fingerprint, of: head.client) { () async throws(Problem) in
                    try await answer(body, parameters, head)
                }
            }
        }
        if head[.attachePreview] != nil {
            return CollectedWork { [self] in try await answerWithPreview($0, parameters, head) }
        }
        let run: CollectedWork.Run = { [self] in try await answer($0, parameters, head) }
        // A pipeline that reads further media is made for each request, which is long for an event loop.
        guard parameters.mediaPaths.isEmpty else { return CollectedWork(run: run) }
        return CollectedWork(begin: { [self] body throws(Problem) in try begin(body, parameters, head) }, run: run)
    }

    /// Ends a payload that needs no wait, or returns the work that its media need.
    private func begin(
        _ body: [UInt8],
        _ parameters: RewriteParameters,
        _ head: RequestHead
    ) throws(Problem) -> BeginResult<MediaWork, BufferedResponse> {
        let pipeline = payloads.pipeline.current
        switch try payloads.begin(body, parameters, of: head, with: pipeline) {
        case .finished(let result): return .finished(try Self.response(result, parameters))
        case .needsMedia(let pending):
            let work = MediaWork(executor: pipeline.executor(of: pending)) { [self] () async throws(Problem) in
                try Self.response(try await payloads.finish(pending, of: head, with: pipeline), parameters)
            }
            return .needsMedia(work)
        }
    }

    private func answer(
        _ body: [UInt8],
        _ parameters: RewriteParameters,
        _ head: RequestHead
    ) async throws(Problem) -> BufferedResponse {
        let result = try await payloads.run(body, parameters, of: head, with: payloads.pipeline.current)
        return try Self.response(result, parameters)
    }

    /// Lets the client see the media of its result, and adds to it what lint finds.
    private func answerWithPreview(
        _ body: [UInt8],
        _ parameters: RewriteParameters,
        _ head: RequestHead
    ) async throws(Problem) -> BufferedResponse {
        // Policies that are loaded meanwhile judge later payloads: the findings are of those that judged this one.
        let snapshot = payloads.pipeline.snapshot
        let result = try await payloads.run(body, parameters, of: head, with: snapshot.pipeline)
        let response = try Self.response(result, parameters)
        previews.allow(result.attachments.map(\.sha256), for: head.client)
        guard parameters.format == .report else { return response }
        let report = await payloads.turns.run(for: head.client) {
            findings.report(result, of: body, snapshot, parameters.mediaPaths)
        }
        return Self.response(report, of: result)
    }

    private static func response(
        _ result: RewriteResult,
        _ parameters: RewriteParameters
    ) throws(Problem) -> BufferedResponse {
        if result.outcome == .rejected { throw Problem(rejected: result.reasons) }
        var writer = JSONWriter()
        parameters.format.write(result, isLabelled: false, to: &writer)
        return response(writer.bytes, of: result)
    }

    private static func response(_ body: [UInt8], of result: RewriteResult) -> BufferedResponse {
        var response = BufferedResponse(mediaType: "application/json", body: body)
        response.isReplayable = !result.hasReason { $0 == .fetchCancelled }
        return response
    }
}
