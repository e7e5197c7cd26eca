@_exported public import AttacheCore
import AttacheDatabase
import AttacheSystem
import CurlFetch
package import MediaStore

// What users of the library hold: outcomes, reasons and results.

/// Tells, before a rich push is sent, what a phone would make of it.
///
/// Get one from `withAttache(configuration:_:)`; it may be used from many tasks at once.
public final class Attache: Sendable {
    /// The clock that payloads arrive by.
    package let time: any TimeSource
    /// What is suspicious about policy files and the Info.plist, one sentence each.
    package let warnings: [String]
    /// What works on items; for commands and services that run many of them.
    package let pipeline: Pipeline
    /// The policies that a payload may be worked on under.
    package let policies: PolicySet
    /// The networks that the receiving device may be on.
    package let networks: [Network]
    /// The hosts that carry many requests on one connection.
    package let multiplexedHosts: MultiplexedHosts
    let fetcher: CurlFetcher
    let store: FileMediaStore
    let workers: WorkerPool
    /// What every pipeline is put together from.
    let dependencies: PipelineDependencies
    let configuration: AttacheConfiguration
    private let helperWorkers: WorkerPool?
    private let local: LocalInspector
    private let index: MediaIndex?
    /// Sequences of results that are being made.
    let resultTasks = ResultTasks()

    /// Builds every stage.
    ///
    /// - Parameter configuration: How it works.
    /// - Throws: `ConfigurationError` with every problem, or `SurroundingsError`.
    init(configuration: AttacheConfiguration) throws {
        let resolved = try ResolvedConfiguration(configuration)
        let dependencies = try PipelineDependencies(configuration, resolved)
        self.dependencies = dependencies
        self.configuration = configuration
        time = dependencies.time
        warnings = resolved.warnings + dependencies.cache.warnings
        index = dependencies.cache.index
        multiplexedHosts = dependencies.multiplexedHosts
        policies = resolved.policies
        networks = resolved.networks
        fetcher = dependencies.fetcher
        store = dependencies.store
        workers = dependencies.workers
        helperWorkers = dependencies.helperWorkers
        pipeline = dependencies.pipeline(resolved)
        local = LocalInspector(
            policy: resolved.policies[resolved.policy] ?? resolved.policies[PolicyChooser.fallbackName],
            inspect: dependencies.examiner,
            workers: dependencies.workers
        )
    }

    /// Works on one payload.
    ///
    /// Cancelling the task ends the transfer, unless another payload waits for the same media; the result then has the
    /// reason `fetch.cancelled`.
    ///
    /// - Parameters:
    ///   - payload: An APNs payload, an envelope or the content of an `.apns` file, as JSON text.
    ///   - policy: A policy's name, where it differs from the configuration's.
    ///   - network: A network's name, where it differs from the configuration's.
    ///   - deadline: The time for this payload, where it differs from the configuration's.
    /// - Returns: The result; a payload that falls back or is rejected has its reasons there, nothing is thrown.
    public func rewrite(
        _ payload: [UInt8],
        policy: String? = nil,
        network: String? = nil,
        deadline: Duration? = nil
    ) async -> RewriteResult {
        await rewrite(payload, asked: RequestOverrides(policy: policy, network: network, timeout: deadline))
    }

    /// Works on one payload as it is asked.
    func rewrite(_ payload: [UInt8], asked request: RequestOverrides) async -> RewriteResult {
        await pipeline.run(
            InputItem(source: "payload", content: .bytes(payload), arrival: time.now),
            asked: request
        )
    }

    /// Works on one payload that is a string.
    ///
    /// - Parameters:
    ///   - payload: An APNs payload, an envelope or the content of an `.apns` file, as JSON text.
    ///   - policy: A policy's name, where it differs from the configuration's.
    ///   - network: A network's name, where it differs from the configuration's.
    ///   - deadline: The time for this payload, where it differs from the configuration's.
    /// - Returns: The result; nothing is thrown.
    public func rewrite(
        _ payload: String,
        policy: String? = nil,
        network: String? = nil,
        deadline: Duration? = nil
    ) async -> RewriteResult {
        await rewrite(Array(payload.utf8), policy: policy, network: network, deadline: deadline)
    }

    /// Works on one item of a command or a service.
    ///
    /// - Parameter item: The item; its time runs from its arrival.
    /// - Returns: The result.
    package func process(_ item: InputItem) async -> RewriteResult {
        await pipeline.run(item)
    }

    /// Judges a local file as an attachment.
    ///
    /// - Parameter file: The path.
    /// - Returns: What it is and whether iOS would attach it.
    /// - Throws: `LocalFileError` when it cannot be read.
    package func inspect(_ file: String) async throws(LocalFileError) -> LocalInspection {
        try await local.inspect(file)
    }

    /// Keeps media from being evicted for as long as a run's directory exists; durable when this returns.
    ///
    /// It waits for the disk, so call it from a thread that may, for many results at once.
    ///
    /// - Parameters:
    ///   - digests: SHA-256 of the media that results of the run point at, in lower-case hexadecimal.
    ///   - path: The absolute path of the run's directory.
    /// - Throws: `StoreError` when the disk does not allow it.
    package func pin(_ digests: [String], forRunAt path: String) throws(StoreError) {
        try store.pins.pin(digests, forRunAt: path)
    }

    /// Lets go of the media that a run's earlier results pointed at, since it starts over; it waits for the disk.
    ///
    /// - Parameter path: The absolute path of the run's directory.
    package func unpin(forRunAt path: String) {
        store.pins.unpin(forRunAt: path)
    }

    /// What has kept the cache's index from being used since the start, as one sentence.
    package var cacheIndexProblem: String? { index?.healthProblem?.sentence }

    /// Puts every attachment of the results so far on the disk; returns at once where each is there with its result.
    ///
    /// - Throws: `StoreError` when the disk does not take one of them, whose file is gone then.
    package func synchronizeStore() async throws(StoreError) {
        try await store.synchronize()
    }

    /// Opens stored media by what their bytes are.
    ///
    /// - Parameter sha256: 64 digits in lower case.
    /// - Returns: The open file, or `nil` when nothing is stored under the digest.
    package func storedMedia(_ sha256: String) async -> StoredMedia? {
        await store.open(sha256)
    }

    /// Ends what is under way, and everything else; nothing may be asked of it afterwards.
    func close() async {
        await resultTasks.end()
        shutDown()
    }

    /// Ends every transfer and joins every thread; nothing may be asked of it afterwards.
    private func shutDown() {
        // Transfers first: what they still deliver needs the workers.
        fetcher.shutDown()
        helperWorkers?.shutDown()
        index?.shutDown()
        workers.shutDown()
        store.close()
    }
}

/// Runs `body` with a working Attache, and closes it afterwards, whatever happens.
///
/// Everything is built and checked before `body` starts, and every thread has ended when this returns.
///
/// - Parameters:
///   - configuration: How it works; every default is the safe one.
///   - body: The work. The value it is given must not be used after it returns.
/// - Returns: What `body` returns.
/// - Throws: `ConfigurationError` with every problem of the configuration, `SurroundingsError` when the store or a
///   thread cannot be had, and what `body` throws. A payload that falls back to plain text throws nothing.
public func withAttache<Result>(
    configuration: AttacheConfiguration = AttacheConfiguration(),
    _ body: (Attache) async throws -> Result
) async throws -> Result {
    let attache = try Attache(configuration: configuration)
    do {
        let result = try await body(attache)
        await attache.close()
        return result
    } catch {
        await attache.close()
        throw error
    }
}
