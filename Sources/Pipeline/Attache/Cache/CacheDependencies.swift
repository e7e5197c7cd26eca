import AttacheCore
import AttacheDatabase
import Glibc
import MagicInspect
import MediaRepair
import MediaStore

/// The storage of verdicts: none, memory, or memory and an index on disk.
struct CacheDependencies {
    let index: MediaIndex?
    /// The storage of verdicts across runs: the index, or what machines share.
    private let memory: (any MediaCacheStore)?
    /// The reason why the index on disk cannot be used.
    let warnings: [String]
    /// Whether verdicts are cached within the run.
    let remembersRun: Bool
    private let failures: VerdictLifetime

    /// Opens the configured caches; an unusable index is a warning, and the run continues without it.
    init(_ configuration: AttacheConfiguration, storeDirectory: String) {
        remembersRun = configuration.cache != .off
        failures = VerdictLifetime(
            permanent: configuration.permanentFailureLifetime,
            transient: configuration.transientFailureLifetime
        )
        guard configuration.cache == .disk, configuration.sharedVerdicts == nil else {
            index = nil
            memory = remembersRun ? configuration.sharedVerdicts : nil
            warnings = []
            return
        }
        do throws(DatabaseFailure) {
            let opened = try MediaIndex(directory: storeDirectory)
            (index, memory) = (opened, opened)
            warnings = []
        } catch {
            (index, memory) = (nil, nil)
            warnings = [error.sentence]
        }
    }

    var wall: (any WallTimeSource)? { memory == nil ? nil : SystemWallClock() }

    /// Writes pending entries and closes the index; call it once.
    func shutDown() { index?.shutDown() }

    /// Wraps a loader in the cache; returns it unchanged without a storage of verdicts.
    func wrapping(
        _ loader: any MediaLoading,
        _ configuration: AttacheConfiguration,
        _ resolved: ResolvedConfiguration,
        store: FileMediaStore,
        copies: MediaCopies?
    ) -> any MediaLoading {
        guard let memory else { return loader }
        let facts = FingerprintInputs(
            link: configuration.link.mode,
            egress: resolved.egress,
            authorities: AuthorityFile.digest(of: configuration),
            proxy: configuration.proxy,
            nameServers: configuration.dnsServers,
            repair: configuration.repair == .off ? nil : MediaRepairer.version,
            version: "\(AttacheVersion.build) libmagic \(MagicVersion.text)"
        )
        let digester = ContentDigester()
        return CachingMediaLoader(
            loader,
            memory: memory,
            store: store,
            copies: copies,
            fingerprints: ContextFingerprinter(facts: facts, digester: digester),
            digester: digester,
            clock: SystemWallClock(),
            failures: failures
        )
    }
}

package struct SystemWallClock: WallTimeSource {
    package var secondsSinceEpoch: Int { time(nil) }

    package init() {}
}
