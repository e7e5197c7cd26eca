import Attache
import AttacheCore
import AttacheReports
import HTTPTypes
import Hummingbird

/// `POST /v1/matrix`: the media file of one payload under every vendor's extension, network and iOS release.
struct MatrixRoute: Sendable {
    let payloads: PayloadEvaluation
    let canonicalizer: any HostCanonicalizing

    func accept(_ head: RequestHead) throws(Problem) -> CollectedWork {
        let parameters = try MatrixParameters(head, maximumTimeout: payloads.maximumTimeout)
        try ParameterValidator(pipeline: payloads.pipeline).check(parameters.common)
        let snapshot = payloads.pipeline.snapshot
        let rows = try parameters.rows(among: snapshot.policies)
        try RequestFraming.check(typeOf: head.head)
        return CollectedWork { body in
            let url = try await payloads.turns.run(for: head.client) { () throws(Problem) -> String in
                try self.url(of: body, parameters, snapshot)
            }
            let text = try await text(of: url, rows, parameters.common.asked, snapshot, head)
            return BufferedResponse(mediaType: "application/json", body: text)
        }
    }

    /// The media file of a payload; a JSON string is its URL.
    private func url(
        of body: [UInt8],
        _ parameters: MatrixParameters,
        _ snapshot: PipelineSnapshot
    ) throws(Problem) -> String {
        try payloads.checkLength(of: body)
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

    /// Loads the media file once and predicts all cells, in a turn of the client. The cells take a permit even when the media
    /// file is cached: they cost as much as a small download.
    private func text(
        of url: String,
        _ rows: [Policy],
        _ asked: RequestOverrides,
        _ snapshot: PipelineSnapshot,
        _ head: RequestHead
    ) async throws(Problem) -> [UInt8] {
        let medium = DeviceMatrix.Medium(url: url)
        let canonicalizer = canonicalizer
        let complete = { @Sendable (medium: DeviceMatrix.Medium) in
            await payloads.turns.runLong(for: head.client) {
                let matrix = DeviceMatrix(
                    medium,
                    policies: rows,
                    networks: Network.presets,
                    ats: snapshot.ats,
                    canonicalizer: canonicalizer
                )
                return MatrixJSON.text(matrix)
            }
        }
        guard let item = MatrixRequest.item(loading: url, among: snapshot.policies, at: head.arrival) else {
            return await complete(medium)
        }
        let asked = MatrixRequest.terms(asked)
        let pipeline = snapshot.pipeline.unobserved
        let begun = await payloads.turns.run(for: head.client) { pipeline.begin(item, asked: asked) }
        let deadline =
            switch begun {
            case .finished: head.arrival + (asked.timeout ?? EvaluationContext.extensionTime)
            case .needsMedia(let pending): pending.deadline
            }
        return try await payloads.queue.withPermit(for: head.client, until: deadline) {
            let result =
                switch begun {
                case .finished(let result): result
                case .needsMedia(let pending): await pipeline.finish(pending)
                }
            return await complete(DeviceMatrix.Medium(url: url, result))
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

    init(_ head: RequestHead, maximumTimeout: Duration) throws(Problem) {
        common = try RewriteParameters(head, maximumTimeout: maximumTimeout, names: Self.names)
        let query = head.uri.queryParameters
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
