package import AttacheCore
import AttacheSystem
import CurlFetch
import MediaStore

/// What those ask for who keep an `Attache` running for months.
extension Attache {
    /// Reads policies, network and Info.plist anew, and puts a pipeline together from them and the parts that there are.
    ///
    /// Items under way stay in their own pipeline. What was remembered of media in memory is asked again, since what became
    /// of it may depend on the policy. It reads files, so call it from a thread that may wait.
    ///
    /// - Returns: The pipeline; nothing changes until it is used.
    /// - Throws: `ConfigurationError` with every problem of the files.
    package func reloaded() throws(ConfigurationError) -> PipelineSnapshot {
        let resolved = try ResolvedConfiguration(configuration)
        return PipelineSnapshot(
            pipeline: dependencies.pipeline(resolved),
            policies: resolved.policies,
            networks: resolved.networks,
            warnings: resolved.warnings
        )
    }

    /// Whether the store takes media: a few bytes are put on its disk, so call it from a thread that may wait.
    ///
    /// - Returns: What is wrong, as one sentence; `nil` for nothing.
    package func storeHealthProblem() -> String? {
        do throws(SystemCallError) {
            try store.checkWriting()
            return nil
        } catch {
            return StoreLocation.sentence(error)
        }
    }

    /// Whether transfers and the resolver work; nobody is connected to.
    ///
    /// - Returns: What is wrong, as one sentence; `nil` for nothing.
    package func transferHealthProblem() async -> String? { await fetcher.healthProblem() }

    /// Whether the type check answers.
    ///
    /// - Returns: What is wrong, as one sentence; `nil` for nothing.
    package func inspectionHealthProblem() async -> String? { await dependencies.examiner.healthProblem() }

    /// Ends every transfer, now and from now on: what waits for one falls back with `fetch.cancelled`.
    package func endTransfers() async {
        // It joins a thread.
        _ = await workers.run { [fetcher] in fetcher.shutDown() }
    }
}

/// A pipeline from files that were read anew.
package struct PipelineSnapshot: Sendable {
    /// What works on items from now on.
    package let pipeline: Pipeline
    /// The policies that it knows.
    package let policies: PolicySet
    /// The networks that it knows.
    package let networks: [Network]
    /// What is suspicious about the files, one sentence each.
    package let warnings: [String]
}
