import AttacheCore
import HTTPTypes
import Hummingbird

/// What a request asks for besides its body: `?policy=`, `?network=`, `?emit=` and the header `Attache-Deadline`.
struct RewriteParameters: Sendable {
    /// The longest time that can be written: one hour, as in an envelope.
    private static let longest = Duration.seconds(3600)

    /// How each payload is worked on.
    let asked: RequestOverrides
    /// Which part of each result is answered.
    let format: OutputFormat

    /// Reads what a request asks for.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - client: Whom it counts for.
    ///   - maximumTimeout: The longest time for a payload; what header or envelope ask for beyond that is cut to it.
    /// - Throws: `Problem` when the deadline is no time, or there is no such part.
    init(_ request: Request, of client: Client, maximumTimeout: Duration) throws(Problem) {
        var asked = RequestOverrides()
        asked.maximumTimeout = maximumTimeout
        asked.clientID = client.hashValue
        if request.uri.query != nil {
            // Decoded each time it is asked for.
            let query = request.uri.queryParameters
            asked.policy = query["policy"].map(String.init)
            asked.network = query["network"].map(String.init)
            format = try OutputFormat(named: query["emit"])
        } else {
            format = .report
        }
        if let text = request.headers[.attacheDeadline] { asked.timeout = try Self.timeout(text) }
        self.asked = asked
    }

    private static func timeout(_ text: String) throws(Problem) -> Duration {
        guard let amount = try? TimeAmount(parsing: text), (.milliseconds(1)...longest).contains(amount.duration) else {
            throw Problem(
                .badRequest,
                "The header Attache-Deadline is no time from 1ms to 1h; write 5s or 500ms."
            )
        }
        return amount.duration
    }
}

/// Refuses requests whose query names a policy or a network that is not there: no body could make that right.
struct ParameterValidator: Sendable {
    let pipeline: ReloadablePipeline

    /// Looks at what a request's query names.
    ///
    /// - Parameter asked: What the request asks for.
    /// - Throws: `Problem` that tells the names that there are.
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
            "There is no \(what) \"\(name)\", which the query asks for; use one of \(known.joined(separator: ", "))."
        )
    }
}

extension OutputFormat {
    /// What a request asks for with `?emit=`; the whole result where it says nothing.
    ///
    /// - Parameter name: What it says.
    /// - Throws: `Problem` when there is no such part.
    init(named name: Substring?) throws(Problem) {
        guard let part = name.map({ OutputFormat(rawValue: String($0)) }) ?? .report else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "There is no emit=\(name ?? ""); use one of \(names).")
        }
        self = part
    }
}
