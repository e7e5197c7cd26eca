import AttacheCore
import Hummingbird

/// Refuses requests whose query names a policy or a network that is not there: no body could make that right.
struct TermsCheck: Sendable {
    let pipeline: LivePipeline

    /// Looks at a request's query.
    ///
    /// - Throws: `Problem` that tells the names that there are.
    func check(_ request: Request) throws(Problem) {
        guard request.uri.query != nil else { return }
        let query = request.uri.queryParameters
        try check("policy", query["policy"], [TermsResolver.automatic] + pipeline.policies.names)
        try check("network", query["network"], pipeline.networks.map(\.name))
    }

    private func check(_ what: String, _ name: Substring?, _ known: [String]) throws(Problem) {
        guard let name, !known.contains(String(name)) else { return }
        throw Problem(
            .badRequest,
            "There is no \(what) \"\(name)\", which the query asks for; use one of \(known.joined(separator: ", "))."
        )
    }
}
