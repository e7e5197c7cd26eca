import AttacheCore
import AttacheThreads
import CaresResolve
import CurlFetch
import Glibc
import IDNAHost
import MagicInspect
import MediaStore

/// The adapters and what they share, in the order in which they depend on each other.
struct Parts {
    /// Threads for file work: commits wait for the disk, so more than there are cores.
    private static let workerCount = 4

    let time = SystemTime()
    let canonicalizer = LibIDN2()
    let workers: WorkerPool
    let store: FileMediaStore
    let fetcher: CurlFetcher
    let examiner: MediaExaminer

    /// Opens what must be open before the first payload.
    ///
    /// - Parameters:
    ///   - configuration: How it works.
    ///   - resolved: The same, checked.
    /// - Throws: `SurroundingsError` when the store or a thread cannot be had.
    init(_ configuration: AttacheConfiguration, _ resolved: ResolvedConfiguration) throws(SurroundingsError) {
        do throws(ThreadError) {
            workers = try WorkerPool(threadCount: Self.workerCount)
        } catch {
            throw SurroundingsError(sentence: "No worker thread could be started: \(SystemError.text(error.code)).")
        }
        do throws(StoreError) {
            store = try FileMediaStore(
                StoreConfiguration(
                    directory: configuration.storeDirectory ?? StoreLocation.standard,
                    byteLimit: configuration.storeLimit
                ),
                workers: workers
            )
        } catch {
            workers.shutDown()
            throw SurroundingsError(sentence: StoreLocation.sentence(error))
        }
        let database: MagicDatabase
        do throws(MagicError) {
            database = try MagicDatabase()
        } catch {
            workers.shutDown()
            throw SurroundingsError(sentence: "\(error)")
        }
        let servers = configuration.dnsServers
        fetcher = CurlFetcher(
            CurlConfiguration(
                userAgent: "attache/\(AttacheVersion.text)",
                certificateAuthorityFile: configuration.certificateAuthorityFile,
                transferLimit: configuration.transferLimit,
                connectionsPerHost: configuration.connectionsPerHost
            ),
            makeResolver: { CaresResolver(servers: servers) }
        )
        // libcurl and OpenSSL take longer to start than everything else here, so they start beside it.
        fetcher.warmUp()
        examiner = MediaExaminer(guesser: MagicGuesser(database: database, workers: workers), workers: workers)
    }

    /// Puts the stages together.
    func pipeline(_ resolved: ResolvedConfiguration, link: LinkMode, timeout: Duration?) -> Pipeline {
        Pipeline(
            payload: PayloadReader(),
            terms: TermsResolver(
                policies: resolved.policies,
                networks: resolved.networks,
                policy: resolved.policy,
                network: resolved.network,
                timeout: timeout,
                ats: resolved.ats
            ),
            gate: Gate(policies: resolved.policies),
            policy: RequestPolicy(egress: resolved.egress, canonicalizer: canonicalizer, link: link),
            fetch: MediaDownloader(fetcher: fetcher, store: store, canonicalizer: canonicalizer, time: time),
            inspect: examiner,
            attach: Attacher(store: store),
            rewrite: Rewriter(),
            flights: MediaFlights(time: time),
            time: time
        )
    }
}
