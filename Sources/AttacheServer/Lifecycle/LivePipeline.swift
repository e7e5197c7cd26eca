import AttacheCore
import AttacheThreads

/// The pipeline that requests go through now; a reload puts another in its place, and requests under way keep theirs.
final class ReloadablePipeline: Sendable {
    private let state: Locked<(pipeline: Pipeline, policies: PolicySet, networks: [Network])>

    /// Creates it.
    ///
    /// - Parameters:
    ///   - pipeline: The first pipeline.
    ///   - policies: The policies that it knows.
    ///   - networks: The networks that it knows.
    init(_ pipeline: Pipeline, policies: PolicySet, networks: [Network]) {
        state = Locked((pipeline, policies, networks))
    }

    var current: Pipeline { state.withLock { $0.pipeline } }
    var policies: PolicySet { state.withLock { $0.policies } }
    var networks: [Network] { state.withLock { $0.networks } }

    /// Puts another in its place.
    func replace(by pipeline: Pipeline, policies: PolicySet, networks: [Network]) {
        state.withLock { $0 = (pipeline, policies, networks) }
    }
}
