import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheSystem

/// `attache cache`: statistics, verification and pruning of the cache on disk.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Count, verify and prune the cache on disk: verified media and the index of --cache disk.",
        subcommands: [CacheStatCommand.self, CacheVerifyCommand.self, CachePruneCommand.self]
    )
}

struct CacheStatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stat",
        abstract: "Count the files, the fresh and stale entries, and the files that live results refer to."
    )

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        try await CacheCommandRunner.finish(options) { cache, _, _ in
            let statistics = try cache.statistics()
            return (isJSON ? CacheEncoder.line(statistics) : CacheText.lines(statistics), .success)
        }
    }
}

struct CacheVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Hash every file again, move damaged ones to damaged/, and drop entries without a file.",
        discussion: "The exit status is 1 when anything was damaged."
    )

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        try await CacheCommandRunner.finish(options) { cache, workers, diagnostics in
            let verification = try await cache.verify(on: workers)
            for damage in verification.damages { diagnostics.error(damage) }
            for name in verification.foreign { diagnostics.warning("\(name) does not belong to Attache; not touched.") }
            let text = isJSON ? CacheEncoder.line(verification) : CacheText.lines(verification)
            return (text, verification.damages.isEmpty ? .success : .runtimeFault)
        }
    }
}

struct CachePruneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Remove expired entries and leftovers, and evict media down to a limit.",
        discussion: """
            The least recently used files are evicted first. Files that were used in the last ten minutes and files \
            that the results of a batch refer to are never evicted.
            """
    )

    @Option(help: ArgumentHelp("The size limit of the store (default: 10GiB).", valueName: "size"))
    var cacheLimit: String?

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        try await CacheCommandRunner.finish(options, limit: cacheLimit) { cache, _, _ in
            let pruning = try cache.prune()
            return (isJSON ? CacheEncoder.line(pruning) : CacheText.lines(pruning), .success)
        }
    }
}

struct CacheOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The directory of verified media (default: $XDG_CACHE_HOME/attache, or ~/.cache/attache).",
            valueName: "dir"
        )
    )
    var store: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup(title: "Output") var output: OutputOptions

    /// Resolves the options after environment, file and defaults; `limit` is the value of `--cache-limit`.
    func resolve(
        environment: [String: String],
        limit: String? = nil
    ) throws(UsageError) -> (configuration: AttacheConfiguration, diagnostics: Diagnostics) {
        let file = try ConfigurationFile.read(output.config ?? environment["ATTACHE_CONFIG"])
        var flags = FlagValues([output])
        flags.set("store", [store].compactMap(\.self))
        flags.set("cache-limit", [limit].compactMap(\.self))
        let lookup = SettingLookup(flags: flags, environment: environment, file: file)
        var resolver = SettingsResolver(lookup: lookup)
        var configuration = AttacheConfiguration()
        configuration.storeDirectory = lookup.value("store")?.text
        resolver.setCacheLimit(of: &configuration)
        let diagnostics = resolver.diagnostics(output)
        guard resolver.problems.isEmpty else { throw UsageError(problems: resolver.problems) }
        return (configuration, diagnostics)
    }
}

/// The common part of the `attache cache` commands: open the cache, work on threads that may block, close, set the
/// status.
enum CacheCommandRunner {
    /// Runs a command; `work` returns the text to print and the status.
    static func finish(
        _ options: CacheOptions,
        limit: String? = nil,
        work: @escaping @Sendable (CacheMaintenance, WorkerPool, Diagnostics) async throws -> ([UInt8], CommandStatus)
    ) async throws {
        try await CommandRunner.finish { diagnostics in
            let settings = try options.resolve(environment: ProcessEnvironment.current, limit: limit)
            diagnostics = settings.diagnostics
            let cache = try CacheMaintenance(settings.configuration)
            defer { cache.close() }
            if let problem = cache.indexProblem { diagnostics.warning(problem) }
            let workers: WorkerPool
            do throws(ThreadError) {
                workers = try WorkerPool(threadCount: 2)
            } catch {
                diagnostics.error("No thread could be started: \(SystemError.text(error.code)).")
                return .runtimeFault
            }
            defer { workers.shutDown() }
            let (text, status) = try await work(cache, workers, diagnostics)
            if case .failed(let code) = StandardOutput.write(text) {
                diagnostics.error("Standard output cannot be written: \(SystemError.text(code)).")
                return .runtimeFault
            }
            return status
        }
    }
}
