import AttacheCore
import AttacheSystem
import CurlFetch
import MediaRepair
import MediaStore

/// The adapters of a pipeline and their shared objects, in the order of their dependencies.
struct PipelineDependencies {
    /// The number of threads for file work; more than cores, since commits wait for the disk.
    private static let workerCount = 4

    let time: any TimeSource
    let multiplexedHosts = MultiplexedHosts()
    let canonicalizer = LibIDN2()
    let workers: WorkerPool
    let store: FileMediaStore
    let fetcher: CurlFetcher
    /// The loops of the fetcher, on which payloads wait for their media.
    let executors: PayloadExecutors
    let inspection: InspectionDependencies
    let cache: CacheDependencies
    /// The copies of files in a bucket; `nil` without one.
    let objects: ObjectStore?
    /// Threads that wait for programs of repairs; `nil` without repairs.
    let repairWorkers: WorkerPool?
    private let hostCooling: Duration
    private let configuration: AttacheConfiguration

    /// Opens the store, the caches, the type database and the fetcher.
    init(_ configuration: AttacheConfiguration, _ resolved: ResolvedConfiguration) throws(SurroundingsError) {
        time = configuration.time
        do throws(SystemCallError) {
            workers = try WorkerPool(threadCount: Self.workerCount)
        } catch {
            throw SurroundingsError(sentence: "No worker thread could be started: \(error.message).")
        }
        let directory = configuration.storeDirectory ?? StoreLocation.standard
        if let refusal = StoreLocation.refusal(of: directory) {
            workers.shutDown()
            throw SurroundingsError(sentence: refusal)
        }
        do throws(SystemCallError) {
            store = try FileMediaStore(
                StoreConfiguration(
                    directory: directory,
                    byteLimit: configuration.storeLimit,
                    reserve: configuration.diskReserve,
                    protection: Self.protection(configuration),
                    durability: configuration.storeDurability
                ),
                workers: workers
            )
        } catch {
            workers.shutDown()
            throw SurroundingsError(sentence: StoreLocation.sentence(error))
        }
        do throws(SystemCallError) {
            objects = try resolved.bucket.map { bucket throws(SystemCallError) in
                try ObjectStore(
                    bucket.location,
                    bucket.credentials,
                    authorityFile: configuration.certificateAuthorityFile,
                    observers: configuration.observers,
                    clock: SystemWallClock(),
                    time: configuration.time
                )
            }
        } catch {
            workers.shutDown()
            throw SurroundingsError(sentence: "No thread for the object store could be started: \(error.message).")
        }
        self.configuration = configuration
        do throws(SystemCallError) {
            repairWorkers = configuration.repair == .off ? nil : try WorkerPool(threadCount: ProcessorCount.count)
        } catch {
            workers.shutDown()
            objects?.shutDown()
            throw SurroundingsError(sentence: "No thread for repairs could be started: \(error.message).")
        }
        cache = CacheDependencies(configuration, storeDirectory: directory)
        hostCooling = configuration.hostCooling
        let servers = configuration.dnsServers
        fetcher = CurlFetcher(
            CurlConfiguration(
                userAgent: "attache/\(AttacheVersion.text)",
                certificateAuthorityFile: configuration.certificateAuthorityFile,
                transferLimit: configuration.transferLimit,
                connectionsPerHost: configuration.connectionsPerHost,
                loopCount: ProcessorCount.count,
                proxy: resolved.proxy,
                multiplexedHosts: multiplexedHosts
            ),
            makeResolver: { CaresResolver(servers: servers) }
        )
        executors = PayloadExecutors(fetcher.startLoops())
        do throws(SurroundingsError) {
            inspection = try InspectionDependencies(configuration.typeCheck, workers: workers)
        } catch {
            objects?.shutDown()
            fetcher.shutDown()
            cache.shutDown()
            repairWorkers?.shutDown()
            workers.shutDown()
            throw error
        }
    }

    func pipeline(_ resolved: ResolvedConfiguration) -> Pipeline {
        let policy = RequestPolicy(
            egress: resolved.egress,
            canonicalizer: canonicalizer,
            link: configuration.link.mode,
            repairs: configuration.repairRules
        )
        return Pipeline(
            payload: PayloadReader(identifierPath: resolved.identifierPath),
            contexts: EvaluationContextResolver(
                policies: resolved.policies,
                networks: resolved.networks,
                policy: resolved.policy,
                network: resolved.network,
                timeout: configuration.deadline,
                ats: resolved.ats
            ),
            gate: Gate(policies: resolved.policies),
            policy: policy,
            media: media(policy, resolved),
            singleFlight: singleFlight,
            rewrite: Rewriter(),
            rehost: resolved.links.map { Rehoster($0) },
            emit: ResultEmitter(observers: configuration.observers),
            time: time
        )
    }

    /// The loader of media, wrapped in what is switched on.
    private func media(_ policy: RequestPolicy, _ resolved: ResolvedConfiguration) -> any MediaLoading {
        let base: any MediaFetching = configuration.fetcher ?? fetcher
        let fetch = MediaDownloader(
            fetcher: configuration.loads.map { WatchedFetcher(base, $0) } ?? base,
            store: store,
            detector: inspection.examiner.detector,
            repairs: configuration.repairRules,
            canonicalizer: canonicalizer,
            time: time,
            circuitBreaker: HostCircuitBreaker(time: hostCooling),
            wall: cache.wall
        )
        var media: any MediaLoading = MediaLoader(
            policy: policy,
            fetch: fetch,
            inspect: inspection.examiner,
            attach: Attacher(store: store),
            repairs: repairer,
            time: time
        )
        if !configuration.observers.isEmpty {
            media = ObservedMediaLoader(media, observers: configuration.observers)
        }
        let cached = cache.wrapping(media, configuration, resolved, store: store, copies: copies)
        // Outside of the cache: a file of an earlier run may have no copy yet.
        media = objects.map { CopyingMediaLoader(cached, store: $0) { MediaFileName(of: $0).text } } ?? cached
        // The device loads what the payload names: the copies where they are sent, which are judged with the payload.
        return resolved.links == nil ? ReceivingMediaLoader(media) : media
    }

    /// The files of the bucket, when there is one.
    var copies: MediaCopies? {
        objects.map { MediaCopies($0, store: store, time: time) { MediaFileName(of: $0).text } }
    }

    /// The repairs, when they are switched on.
    private var repairer: (any MediaRepairing)? {
        guard case .on(let program) = configuration.repair, let repairWorkers else { return nil }
        return MediaRepairer(
            helper: program,
            directory: configuration.storeDirectory ?? StoreLocation.standard,
            store: store,
            inspect: inspection.examiner,
            workers: repairWorkers,
            time: time,
            lifetime: verdictLifetime
        )
    }

    private var verdictLifetime: VerdictLifetime? {
        configuration.verdictLifetime.map {
            VerdictLifetime(
                $0,
                permanent: configuration.permanentFailureLifetime,
                transient: configuration.transientFailureLifetime
            )
        }
    }

    /// The stage that shares loads and caches verdicts.
    private var singleFlight: SingleFlight {
        guard cache.remembersRun else { return SingleFlight(time: time, capacity: 0, executors: executors) }
        return SingleFlight(time: time, lifetime: verdictLifetime, executors: executors) { [store] verdict, client in
            verdict.attachment.map { store.share($0.file, fileExtension: $0.fileExtension, with: client) }
        }
    }

    /// The eviction protection of files in results: for a whole finite run, otherwise ten minutes longer than the
    /// cached verdict.
    static func protection(_ configuration: AttacheConfiguration) -> StoreConfiguration.Protection {
        guard let lifetime = configuration.verdictLifetime else { return .wholeRun }
        return .recent(.seconds(600) + (configuration.cache == .off ? .zero : lifetime))
    }
}
