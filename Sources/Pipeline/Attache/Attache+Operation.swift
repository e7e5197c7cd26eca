package import AttacheCore
import AttacheSystem
import CurlFetch
package import MediaStore

/// Operations of a long-running service.
extension Attache {
    /// The pipeline and what it was built from.
    package var snapshot: PipelineSnapshot {
        PipelineSnapshot(
            pipeline: pipeline,
            policies: policies,
            networks: networks,
            ats: ats,
            egress: egress,
            links: links,
            warnings: warnings
        )
    }

    /// The rules for host names in URLs.
    package var canonicalizer: any HostCanonicalizing { dependencies.canonicalizer }

    /// Reloads policies, network and Info.plist, and builds a pipeline that keeps the open store and connections. Items
    /// in progress stay in the old pipeline; the new one starts without verdicts in memory, since they may depend on
    /// the policy. Reads files, so call it on a thread that may block.
    package func reloaded() throws(ConfigurationError) -> PipelineSnapshot {
        let resolved = try ResolvedConfiguration(configuration)
        return PipelineSnapshot(
            pipeline: dependencies.pipeline(resolved),
            policies: resolved.policies,
            networks: resolved.networks,
            ats: resolved.ats,
            egress: resolved.egress,
            links: resolved.links,
            warnings: resolved.warnings
        )
    }

    /// Checks that the store accepts media by writing a few bytes. Call it on a thread that may block.
    package func storeHealth() -> StoreHealth {
        do throws(SystemCallError) {
            return try store.checkWriting().map { .full(StoreLocation.sentence($0)) } ?? .ready
        } catch {
            return .failing(StoreLocation.sentence(error))
        }
    }

    /// Checks transfers and the resolver without a connection; returns the problem as one sentence.
    package func transferHealthProblem() async -> String? { await fetcher.healthProblem() }

    /// Checks that the type check responds; returns the problem as one sentence.
    package func inspectionHealthProblem() async -> String? { await dependencies.inspection.examiner.healthProblem() }

    /// Ends every transfer and refuses new ones, and ends the waits for copies: items that need one fall back with
    /// `fetch.cancelled`.
    package func endTransfers() {
        fetcher.endTransfers()
        // Afterwards, so that the loads that begin then are refused.
        dependencies.objects?.endWaits()
    }
}

/// Whether a store accepts media, with the cause as one sentence.
package enum StoreHealth: Sendable {
    case ready
    /// It has reached its limit with files that results refer to, which passes, and concerns those who fill it first.
    case full(String)
    case failing(String)
}

/// A pipeline built from reloaded files.
package struct PipelineSnapshot: Sendable {
    package let pipeline: Pipeline
    package let policies: PolicySet
    package let networks: [Network]
    /// The extension's own ATS dictionary, if it was given.
    package let ats: ATSDictionary?
    /// What this machine may connect to.
    package let egress: EgressPolicy
    /// The links to verified copies; `nil` where payloads keep their URLs.
    package let links: MediaLinks?
    /// Warnings about the files, one sentence each.
    package let warnings: [String]
}
