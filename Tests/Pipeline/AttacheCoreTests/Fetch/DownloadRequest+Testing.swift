import AttacheTesting

@testable import AttacheCore
@testable import AttacheURL

extension DownloadRequest {
    /// A request for a URL that the static rules permit.
    static func testing(_ text: String, under context: EvaluationContext) throws -> DownloadRequest {
        let (egress, ats) = (EgressPolicy(), ATSEvaluator(ATSDictionary()))
        return DownloadRequest(
            reference: MediaReference(text: text, location: "$.media_url"),
            context: context,
            url: try MediaURL(parsing: text, canonicalizer: TableCanonicalizer()),
            hops: HopRules(egress: egress, ats: ats),
            connections: ConnectionRules(egress: egress, ats: ats)
        )
    }
}

extension EvaluationContext {
    /// A policy on Wi-Fi.
    static func testing(_ policy: Policy = Policy(name: "test"), until deadline: Deadline) -> EvaluationContext {
        EvaluationContext(policy: policy, network: .wifi, deadline: deadline, findings: [])
    }
}

/// A loader scripted by a test.
struct ScriptedLoader: MediaLoading {
    let body: @Sendable (DownloadRequest, StaleMedia?) async -> LoadedMedia

    func load(_ request: DownloadRequest, unless stale: StaleMedia?) async -> LoadedMedia { await body(request, stale) }
}
