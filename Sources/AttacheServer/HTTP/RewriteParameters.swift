import AttacheCore
import HTTPTypes
import Hummingbird

/// The parameters of a request: `?policy=`, `?network=`, `?emit=` and the header `Attache-Deadline`.
struct RewriteParameters: Sendable {
    /// The maximum value of the header: one hour, as in an envelope.
    private static let longest = Duration.seconds(3600)

    /// The overrides for each payload.
    let asked: RequestOverrides
    /// The part of each result to return.
    let format: OutputFormat

    /// Parses the parameters; timeouts of header and envelope are cut to `maximumTimeout`.
    init(_ request: Request, of client: Client, maximumTimeout: Duration) throws(Problem) {
        var asked = RequestOverrides()
        asked.maximumTimeout = maximumTimeout
        asked.clientID = client.hashValue
        if request.uri.query != nil {
            // `queryParameters` is decoded on each access.
            let query = request.uri.queryParameters
            try Self.check(query.map { String($0.key) })
            asked.policy = query["policy"].map(String.init)
            asked.network = query["network"].map(String.init)
            format = try OutputFormat(named: query["emit"])
        } else {
            format = .report
        }
        if let text = request.headers[.attacheDeadline] { asked.timeout = try Self.timeout(text) }
        self.asked = asked
    }

    /// The names in a query.
    private static let names = ["policy", "network", "emit"]

    /// Refuses names that would be ignored.
    private static func check(_ found: [String]) throws(Problem) {
        let unknown = found.filter { !names.contains($0) }
        guard !unknown.isEmpty else { return }
        let words = unknown.prefix(8).map { "\"\($0.prefix(64))\"\(NearestName.question($0, among: names))" }
        throw Problem(
            .badRequest,
            "Unknown query parameters: \(words.joined(separator: ", ")); use \(names.joined(separator: ", "))."
        )
    }

    private static func timeout(_ text: String) throws(Problem) -> Duration {
        guard let amount = try? TimeAmount(secondsOrUnit: text), (.milliseconds(1)...longest).contains(amount.duration)
        else {
            throw Problem(
                .badRequest,
                "Invalid Attache-Deadline header; use a time from 1ms to 1h, such as 5 or 5s for seconds, or 500ms."
            )
        }
        return amount.duration
    }
}

/// Refuses requests whose query names an unknown policy or network, before the body is read.
struct ParameterValidator: Sendable {
    let pipeline: ReloadablePipeline

    /// Throws a problem that lists the known names.
    func check(_ asked: RequestOverrides) throws(Problem) {
        if let name = asked.policy {
            try check("policy", name, [EvaluationContextResolver.automatic] + pipeline.policies.names)
        }
        if let name = asked.network { try check("network", name, pipeline.networks.map(\.name)) }
    }

    private func check(_ what: String, _ name: String, _ known: [String]) throws(Problem) {
        guard !known.contains(name) else { return }
        throw Problem(
            .badRequest,
            "Unknown \(what) \"\(name)\" in the query; use one of \(known.joined(separator: ", "))."
        )
    }
}

extension OutputFormat {
    /// Parses the parameter `emit`; the default is the whole result.
    init(named name: Substring?) throws(Problem) {
        guard let part = name.map({ OutputFormat(rawValue: String($0)) }) ?? .report else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "Invalid emit=\(name ?? ""); use one of \(names).")
        }
        self = part
    }
}
