import AttacheCore
import AttacheSystem
import CurlFetch
import Glibc
import MediaStore
import NameResolution

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
        self.configuration = configuration
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
            fetcher.shutDown()
            cache.shutDown()
            workers.shutDown()
            throw error
        }
    }

    func pipeline(_ resolved: ResolvedConfiguration) -> Pipeline {
        let policy = RequestPolicy(
            egress: resolved.egress,
            canonicalizer: canonicalizer,
            link: configuration.link.mode
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
            emit: ResultEmitter(observers: configuration.observers),
            time: time
        )
    }

    /// The loader of media, wrapped in what is switched on.
    private func media(_ policy: RequestPolicy, _ resolved: ResolvedConfiguration) -> any MediaLoading {
        let fetch = MediaDownloader(
            fetcher: configuration.fetcher ?? fetcher,
            store: store,
            detector: inspection.examiner.detector,
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
            time: time
        )
        if !configuration.observers.isEmpty {
            media = ObservedMediaLoader(media, observers: configuration.observers)
        }
        return cache.wrapping(media, configuration, resolved, store: store)
    }

    /// The stage that shares loads and caches verdicts.
    private var singleFlight: SingleFlight {
        guard cache.remembersRun else { return SingleFlight(time: time, capacity: 0, executors: executors) }
        return SingleFlight(
            time: time,
            lifetime: configuration.verdictLifetime.map {
                VerdictLifetime(
                    $0,
                    permanent: configuration.permanentFailureLifetime,
                    transient: configuration.transientFailureLifetime
                )
            },
            executors: executors
        )
    }

    /// The eviction protection of files in results: for a whole finite run, otherwise ten minutes longer than the
    /// cached verdict.
    static func protection(_ configuration: AttacheConfiguration) -> StoreConfiguration.Protection {
        guard let lifetime = configuration.verdictLifetime else { return .wholeRun }
        return .recent(.seconds(600) + (configuration.cache == .off ? .zero : lifetime))
    }
}
