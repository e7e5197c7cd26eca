import Attache
import AttacheCore
import AttacheLint

/// What lint finds in a payload and its result does not say, for the client that looks at one push: the web page.
struct PayloadFindings: Sendable {
    let canonicalizer: any HostCanonicalizing

    /// Returns the result as JSON with the member `findings`, which is absent when there are none.
    ///
    /// - Parameters:
    ///   - result: The result of the pipeline.
    ///   - body: The payload as the client sent it.
    ///   - snapshot: The policies that judged it.
    ///   - mediaPaths: Further media paths of the client.
    /// - Returns: The result in the schema `attache/1`.
    func report(_ result: RewriteResult, of body: [UInt8], _ snapshot: PipelineSnapshot, _ mediaPaths: [JSONPath])
        -> [UInt8]
    {
        let linter = PayloadLinter(
            policies: snapshot.policies.reading(mediaAt: mediaPaths),
            canonicalizer: canonicalizer,
            options: LintOptions(of: result, ats: snapshot.ats, egress: snapshot.egress)
        )
        let item = InputItem(source: "request", content: .bytes(body), arrival: .now)
        let findings = linter.lint(item, fetched: result).beyond(result, atLeast: .warning)
        return LintJSONReport.object(result, beyond: findings)
    }
}
