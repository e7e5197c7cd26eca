import AttacheCore

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
