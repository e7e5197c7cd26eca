import Attache
import AttacheCore
import AttacheReports
import HTTPTypes
import Hummingbird

/// `POST /v1/matrix`: the medium of one payload under every vendor's extension, network and iOS release.
struct MatrixRoute: Sendable {
    let reader: RequestReader
    /// The maximum timeout of a request.
    let maximumTimeout: Duration
    let pipeline: ReloadablePipeline
    let queue: AdmissionController
    /// The turns at the processor, in common with the other routes.
    let turns: ProcessorTurns
    let canonicalizer: any HostCanonicalizing

    func respond(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let parameters = try MatrixParameters(request, of: context.client, maximumTimeout: maximumTimeout)
        try ParameterValidator(pipeline: pipeline).check(parameters.common)
        let snapshot = pipeline.snapshot
        let rows = try parameters.rows(among: snapshot.policies)
        let body = try await reader.json(request, context)
        guard body.count <= RewriteRoute.itemLimit else { throw Problem.payloadTooLong(RewriteRoute.itemLimit) }
        let url = try await turns.run(for: context.client) { () throws(Problem) -> String in
            try self.url(of: body, parameters, snapshot)
        }
        let matrix = try await matrix(of: url, rows, parameters.common.asked, snapshot, context)
        return BufferedResponse(status: .ok, mediaType: "application/json", body: MatrixJSON.text(matrix)).response
    }

    /// The medium of a payload; a JSON string is its URL.
    private func url(
        of body: [UInt8],
        _ parameters: MatrixParameters,
        _ snapshot: PipelineSnapshot
    ) throws(Problem) -> String {
        if let document = try? JSONDocument(parsing: body), let text = document.root.string {
            return try Self.limited(text)
        }
        let subject = MatrixRequest.subject(
            of: InputItem(source: "request", content: .bytes(body), arrival: .now),
            policy: parameters.common.asked.policy ?? snapshot.pipeline.defaultPolicy,
            among: snapshot.policies.reading(mediaAt: parameters.common.mediaPaths)
        )
        switch subject {
        case .url(let url): return try Self.limited(url)
        case .rejected(let reasons): throw Problem(rejected: reasons)
        case .noMedium(let reason): throw Problem(noMedium: reason)
        }
    }

    /// Rejects a URL that fits in no payload: each cell judges the URL.
    private static func limited(_ url: String) throws(Problem) -> String {
        guard url.utf8.count <= urlLimit else {
            throw Problem(.badRequest, "invalid URL: it has \(url.utf8.count) bytes; use at most \(urlLimit).")
        }
        return url
    }

    /// The limit of a payload at APNs, in bytes.
    private static let urlLimit = 4096

    /// Loads the medium once and predicts all cells. The cells take a permit even when the medium is cached: they cost
    /// as much as a small download.
    private func matrix(
        of url: String,
        _ rows: [Policy],
        _ asked: RequestOverrides,
        _ snapshot: PipelineSnapshot,
        _ context: ServiceContext
    ) async throws -> DeviceMatrix {
        let medium = DeviceMatrix.Medium(url: url)
        let canonicalizer = canonicalizer
        let complete = { @Sendable (medium: DeviceMatrix.Medium) in
            DeviceMatrix(
                medium,
                policies: rows,
                networks: Network.presets,
                ats: snapshot.ats,
                canonicalizer: canonicalizer
            )
        }
        guard let item = MatrixRequest.item(loading: url, among: snapshot.policies, at: context.arrival) else {
            return await turns.run(for: context.client) { complete(medium) }
        }
        let asked = MatrixRequest.terms(asked)
        let pipeline = snapshot.pipeline
        let begun = await turns.run(for: context.client) { pipeline.begin(item, asked: asked) }
        let deadline =
            switch begun {
            case .finished: context.arrival + (asked.timeout ?? EvaluationContext.extensionTime)
            case .needsMedia(let pending): pending.deadline
            }
        return try await DisconnectObserver.run(context) { [queue] in
            try await queue.withPermit(for: context.client, until: deadline) {
                let result =
                    switch begun {
                    case .finished(let result): result
                    case .needsMedia(let pending): await pipeline.finish(pending)
                    }
                return complete(DeviceMatrix.Medium(url: url, result))
            }
        }
    }
}

/// The parameters of a request for a matrix: `?policy=`, `?media=`, `?only=`, `?not=` and `Attache-Deadline`.
struct MatrixParameters: Sendable {
    private static let names = ["policy", "media", "only", "not"]

    /// The parameters that a request for a rewrite has too.
    let common: RewriteParameters
    private let only: [String]
    private let not: [String]

    init(_ request: Request, of client: Client, maximumTimeout: Duration) throws(Problem) {
        common = try RewriteParameters(request, of: client, maximumTimeout: maximumTimeout, names: Self.names)
        let query = request.uri.queryParameters
        only = query[values: "only"].map(String.init)
        not = query[values: "not"].map(String.init)
    }

    /// The policies of the rows.
    func rows(among policies: PolicySet) throws(Problem) -> [Policy] {
        do throws(ConfigurationError) {
            return try MatrixRequest.rows(only: only, not: not, among: policies)
        } catch {
            throw Problem(.badRequest, error.problems.joined(separator: " "))
        }
    }
}
