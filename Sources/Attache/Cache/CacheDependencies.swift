import AttacheCore
import AttacheDatabase
import Glibc
import MediaStore

/// What remembers verdicts: nothing, this run's memory, or an index on disk beside it.
struct CacheDependencies {
    /// The index on disk, where there is one.
    let index: MediaIndex?
    /// Why there is none although there should be.
    let warnings: [String]
    /// Whether verdicts are remembered within the run.
    let remembersRun: Bool
    private let failures: FailureLifetime

    /// Opens what the configuration asks for. An index that cannot be used is a warning: the run goes on without it.
    init(_ configuration: AttacheConfiguration, storeDirectory: String) {
        remembersRun = configuration.cache != .off
        failures = FailureLifetime(
            permanent: configuration.permanentFailureLifetime,
            transient: configuration.transientFailureLifetime
        )
        guard configuration.cache == .disk else {
            index = nil
            warnings = []
            return
        }
        do throws(DatabaseFailure) {
            index = try MediaIndex(directory: storeDirectory)
            warnings = []
        } catch {
            index = nil
            warnings = [error.sentence]
        }
    }

    /// The time of day, where responses may be kept.
    var wall: (any WallTimeSource)? { index == nil ? nil : SystemWallClock() }

    /// Writes what waits and closes the index; call it once.
    func shutDown() { index?.shutDown() }

    /// The loader with a cache around it, or as it is where nothing is remembered beyond the run.
    func wrapping(
        _ loader: any MediaLoading,
        _ configuration: AttacheConfiguration,
        _ resolved: ResolvedConfiguration,
        store: FileMediaStore
    ) -> any MediaLoading {
        guard let index else { return loader }
        let facts = FingerprintInputs(
            link: configuration.link.mode,
            egress: resolved.egress,
            authorities: AuthorityFile.digest(of: configuration),
            proxy: configuration.proxy,
            nameServers: configuration.dnsServers,
            version: AttacheVersion.text
        )
        let digester = ContentDigester()
        return CachingMediaLoader(
            loader,
            memory: index,
            store: store,
            fingerprints: ContextFingerprinter(facts: facts, digester: digester),
            digester: digester,
            clock: SystemWallClock(),
            failures: failures
        )
    }
}

/// The machine's time of day.
package struct SystemWallClock: WallTimeSource {
    package var secondsSinceEpoch: Int { time(nil) }

    /// Creates the clock.
    package init() {}
}
