import AttacheCore
import HTTPTypes
import Hummingbird

/// The parameters of a request: `?policy=`, `?network=`, `?media=`, `?emit=` and the header `Attache-Deadline`.
struct RewriteParameters: Sendable {
    /// The maximum value of the header: one hour, as in an envelope.
    private static let longest = Duration.seconds(3600)

    /// The overrides for each payload.
    let asked: RequestOverrides
    /// Where an extension of one's own reads media URLs.
    let mediaPaths: [JSONPath]
    /// The part of each result to return.
    let format: OutputFormat

    /// Parses the parameters; timeouts of header and envelope are cut to `maximumTimeout`, and only `names` are accepted.
    init(
        _ head: RequestHead,
        maximumTimeout: Duration,
        names: [String] = Self.names
    ) throws(Problem) {
        var asked = RequestOverrides()
        asked.maximumTimeout = maximumTimeout
        asked.clientID = head.client.hashValue
        if head.uri.query != nil {
            // `queryParameters` is decoded on each access.
            let query = head.uri.queryParameters
            try Self.check(query.map { String($0.key) }, among: names)
            asked.policy = query["policy"].map(String.init)
            asked.network = query["network"].map(String.init)
            mediaPaths = try Self.mediaPaths(query[values: "media"].map(String.init))
            format = try OutputFormat(named: query["emit"])
        } else {
            mediaPaths = []
            format = .report
        }
        if let text = head[.attacheDeadline] { asked.timeout = try Self.timeout(text) }
        self.asked = asked
    }

    /// The names in a query.
    static let names = ["policy", "network", "media", "emit"]

    /// Refuses names that would be ignored.
    private static func check(_ found: [String], among names: [String]) throws(Problem) {
        let unknown = found.filter { !names.contains($0) }
        guard !unknown.isEmpty else { return }
        let words = unknown.prefix(8).map { "\"\($0.prefix(64))\"\(NearestName.question($0, among: names))" }
        throw Problem(
            .badRequest,
            "Unknown query parameters: \(words.joined(separator: ", ")); use \(names.joined(separator: ", "))."
        )
    }

    /// The maximum number of `media` parameters; each is searched in every payload.
    private static let mediaPathLimit = 16

    private static func mediaPaths(_ texts: [String]) throws(Problem) -> [JSONPath] {
        guard texts.count <= mediaPathLimit else {
            throw Problem(.badRequest, "The query has \(texts.count) media paths; use at most \(mediaPathLimit).")
        }
        var paths: [JSONPath] = []
        for text in texts {
            do throws(ConfigurationError) {
                paths += try JSONPath.paths(orPointer: text)
            } catch {
                throw Problem(
                    .badRequest,
                    "Invalid media path \"\(text.prefix(128))\" in the query (\(error.problems.first ?? "")); use a path such "
                        + "as /custom/image or $.custom.image."
                )
            }
        }
        return paths
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
    func check(_ parameters: RewriteParameters) throws(Problem) {
        let asked = parameters.asked
        if let name = asked.policy {
            try check("policy", name, [EvaluationContextResolver.automatic] + pipeline.policies.names)
        }
        if let name = asked.network { try check("network", name, pipeline.networks.map(\.name)) }
        guard !parameters.mediaPaths.isEmpty else { return }
        let policy = asked.policy ?? pipeline.current.defaultPolicy
        guard [PolicyChooser.fallbackName, EvaluationContextResolver.automatic].contains(policy) else {
            throw Problem(
                .badRequest,
                "The policy \"\(policy)\" has its own media paths; use policy=apple or policy=auto with media."
            )
        }
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
