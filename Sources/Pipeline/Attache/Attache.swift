@_exported public import AttacheCore
import AttacheDatabase
package import AttacheSystem
import CurlFetch
package import MediaStore

// Exported, since outcomes, reasons and results are part of the public API.

/// Shows what an iPhone will do with a rich push, before it is sent.
///
/// Get an instance from `withAttache(configuration:_:)`; it may be used from many tasks at once.
public final class Attache: Sendable {
    /// The clock of item arrivals.
    package let time: any TimeSource
    /// Warnings about policy files and the Info.plist, one sentence each.
    package let warnings: [String]
    /// The pipeline, for commands and services that process many items.
    package let pipeline: Pipeline
    /// The policies that a payload may be processed under.
    package let policies: PolicySet
    package let networks: [Network]
    /// The extension's own ATS dictionary, if it was given.
    let ats: ATSDictionary?
    let egress: EgressPolicy
    let links: MediaLinks?
    /// The hosts with many concurrent requests on one connection.
    package let multiplexedHosts: MultiplexedHosts
    let fetcher: CurlFetcher
    let store: FileMediaStore
    let workers: WorkerPool
    let dependencies: PipelineDependencies
    let configuration: AttacheConfiguration
    private let helperWorkers: WorkerPool?
    private let index: MediaIndex?
    /// The tasks behind open result sequences.
    let resultTasks = ResultTasks()

    /// Builds every stage; throws `ConfigurationError` with every problem, or `SurroundingsError`.
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
        ats = resolved.ats
        egress = resolved.egress
        links = resolved.links
        fetcher = dependencies.fetcher
        store = dependencies.store
        workers = dependencies.workers
        helperWorkers = dependencies.inspection.helperWorkers
        pipeline = dependencies.pipeline(resolved)
    }

    /// Rewrites one payload.
    ///
    /// Cancelling the task ends the transfer, unless another payload waits for the same media; the result then has the
    /// reason `fetch.cancelled`.
    ///
    /// - Parameters:
    ///   - payload: An APNs payload, an envelope or the content of an `.apns` file, as JSON text.
    ///   - policy: The name of a policy; `nil` for the configured one.
    ///   - network: The name of a network; `nil` for the configured one.
    ///   - deadline: The time limit of this payload; `nil` for the configured one.
    /// - Returns: The result; a fallback or a rejection is a result with reasons, not an error.
    public func rewrite(
        _ payload: [UInt8],
        policy: String? = nil,
        network: String? = nil,
        deadline: Duration? = nil
    ) async -> RewriteResult {
        await rewrite(payload, asked: RequestOverrides(policy: policy, network: network, timeout: deadline))
    }

    /// Rewrites one payload under the overrides of one request.
    func rewrite(_ payload: [UInt8], asked request: RequestOverrides) async -> RewriteResult {
        await pipeline.run(InputItem(source: "payload", content: .bytes(payload), arrival: time.now), asked: request)
    }

    /// Rewrites one payload that is a string.
    ///
    /// - Parameters:
    ///   - payload: An APNs payload, an envelope or the content of an `.apns` file, as JSON text.
    ///   - policy: The name of a policy; `nil` for the configured one.
    ///   - network: The name of a network; `nil` for the configured one.
    ///   - deadline: The time limit of this payload; `nil` for the configured one.
    /// - Returns: The result; a fallback or a rejection is a result with reasons, not an error.
    public func rewrite(
        _ payload: String,
        policy: String? = nil,
        network: String? = nil,
        deadline: Duration? = nil
    ) async -> RewriteResult {
        await rewrite(Array(payload.utf8), policy: policy, network: network, deadline: deadline)
    }

    /// Rewrites one item of a command or a service; its time limit starts at its arrival.
    package func process(_ item: InputItem, asked overrides: RequestOverrides = RequestOverrides()) async
        -> RewriteResult
    {
        await pipeline.run(item, asked: overrides)
    }

    /// Protects media from eviction for as long as a run's directory (an absolute path) exists; durable when this
    /// returns. Digests are SHA-256 in lower-case hexadecimal. It waits for the disk, so call it on a thread that may
    /// block, once for many results.
    package func pin(_ digests: [String], forRunAt path: String) throws(SystemCallError) {
        try store.pins.pin(digests, forRunAt: path)
    }

    /// Releases the media that a run's earlier results referred to, before the run starts over; it waits for the disk.
    package func unpin(forRunAt path: String) {
        store.pins.unpin(forRunAt: path)
    }

    /// The first failure of the cache's index since the start, as one sentence.
    package var cacheIndexProblem: String? { index?.healthProblem?.sentence }

    /// Writes every attachment of the results so far to the disk, unless `storeDurability` already did; on failure the
    /// attachment's file is deleted.
    package func synchronizeStore() async throws(SystemCallError) {
        try await store.synchronize()
    }

    /// Opens the media with a SHA-256 of 64 lower-case hexadecimal digits; returns `nil` when nothing is stored under
    /// it.
    package func storedMedia(_ sha256: String) async -> StoredMedia? {
        await store.open(sha256)
    }

    /// Opens the media of a copy's name, with a file of the bucket where this machine has none; returns `nil` when nothing is
    /// stored under the name, and throws where the object store does not answer. Clients take turns at the bucket.
    package func storedCopy(
        _ name: MediaFileName,
        for client: Int
    ) async throws(ObjectStoreFailure) -> StoredMedia? {
        if let media = await store.open(name.sha256) { return media }
        guard let copies = dependencies.copies else { return nil }
        let isFound = try await copies.fetch(
            name.text,
            fileExtension: name.fileExtension,
            for: .serving,
            client: client
        )
        // Others may write to the bucket too: their bytes have another digest.
        return isFound ? await store.open(name.sha256) : nil
    }

    /// Loads libcurl and OpenSSL, which the first transfer or digest does otherwise; call it on a thread without other
    /// work. A library that is missing ends the process.
    package static func loadLibraries() {
        CurlLibrary.initialize()
        _ = RunningDigest.of([])
    }

    /// Writes what must outlast the process and ends the work on files, such as an eviction; transfers and their threads
    /// are left to the end of the process, which must follow at once. The work on payloads must have ended by itself.
    /// Closing does nothing afterwards.
    package func leave() async {
        // The end of the process frees the memory faster than the destruction of each object.
        Self.left.withLock { $0.append(self) }
        await resultTasks.end()
        await dependencies.objects?.end()
        index?.shutDown()
        workers.shutDown()
    }

    /// The instances that were left to the end of the process.
    private static let left = Locked<[Attache]>([])

    /// Ends all work, transfers and threads; the instance must not be used afterwards.
    func close() async {
        if Self.left.withLock({ $0.contains { $0 === self } }) { return }
        await resultTasks.end()
        await dependencies.objects?.end()
        shutDown()
    }

    /// Ends every transfer and joins every thread.
    private func shutDown() {
        // Transfers first: what they still deliver needs the workers.
        fetcher.shutDown()
        dependencies.objects?.shutDown()
        helperWorkers?.shutDown()
        dependencies.repairWorkers?.shutDown()
        index?.shutDown()
        workers.shutDown()
    }
}

/// Runs `body` with an `Attache`, and closes it afterwards, also when `body` throws.
///
/// Everything is built and checked before `body` starts, and every thread has ended when this returns.
///
/// - Parameters:
///   - configuration: The configuration; every default is the safe one.
///   - body: The work. Its argument must not be used after it returns.
/// - Returns: The value that `body` returns.
/// - Throws: `ConfigurationError` with every problem of the configuration, `SurroundingsError` when the store or a
///   thread is unavailable, and every error of `body`. A payload that falls back to plain text throws nothing.
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
