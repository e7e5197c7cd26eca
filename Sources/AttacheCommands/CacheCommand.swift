import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheSystem

/// `attache cache`: statistics, verification and pruning of the cache on disk.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Count, verify and prune the cache on disk: verified media and the index of --cache disk.",
        discussion: """
            EXAMPLES
              attache cache stat  count what is stored
              attache cache prune --cache-limit 1GiB  evict media down to a limit
            """,
        subcommands: [CacheStatCommand.self, CacheVerifyCommand.self, CachePruneCommand.self]
    )
}

struct CacheStatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stat",
        abstract: "Count the files, the fresh and stale entries, and the files that live results refer to.",
        discussion: """
            EXAMPLES
              attache cache stat --json  print one JSON object
            """
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
        discussion: """
            The exit status is 1 when anything was damaged.

            EXAMPLES
              attache cache verify --store /var/lib/attached/media  verify the store of a service
            """
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

            EXAMPLES
              attache cache prune --cache-limit 1GiB  evict media down to 1 GiB
            """
    )

    @OptionGroup var limit: SettingOptions<CacheLimitSettings>

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        try await CacheCommandRunner.finish(options, limit) { cache, _, _ in
            let pruning = try cache.prune()
            return (isJSON ? CacheEncoder.line(pruning) : CacheText.lines(pruning), .success)
        }
    }
}

struct CacheOptions: ParsableArguments {
    @OptionGroup var store: SettingOptions<StoreSettings>

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup(title: "Output") var output: OutputOptions

    /// Resolves the options after environment, file and defaults; `limit` has the options of `prune`.
    func resolve(
        environment: [String: String],
        _ limit: SettingOptions<CacheLimitSettings>? = nil
    ) throws(ConfigurationError) -> RunSettings {
        let settings = StoreSettings.settings + CacheLimitSettings.settings
        return try RunSettings(
            [store, limit ?? SettingOptions()],
            output,
            environment: environment,
            settings: settings.map { $0.at(\.configuration) } + OutputSettings.settings
        )
    }
}

/// The settings of the store's directory.
enum StoreSettings: SettingGroup {
    static let settings = [TransferSettings.store]
}

/// The settings of the store's limit.
enum CacheLimitSettings: SettingGroup {
    static let settings = [TransferSettings.cacheLimit]
}

/// The common part of the `attache cache` commands: open the cache, work on threads that may block, close, set the
/// status.
enum CacheCommandRunner {
    /// Runs a command; `work` returns the text to print and the status.
    static func finish(
        _ options: CacheOptions,
        _ limit: SettingOptions<CacheLimitSettings>? = nil,
        work: @escaping @Sendable (CacheMaintenance, WorkerPool, Diagnostics) async throws -> ([UInt8], CommandStatus)
    ) async throws {
        try await CommandRunner.finish { diagnostics in
            let settings = try options.resolve(environment: ProcessEnvironment.current, limit)
            diagnostics = settings.diagnostics
            let cache = try CacheMaintenance(settings.configuration)
            defer { cache.close() }
            if let problem = cache.indexProblem { diagnostics.warning(problem) }
            let workers = try WorkerPool(threadCount: 2)
            defer { workers.shutDown() }
            let (text, status) = try await work(cache, workers, diagnostics)
            let written = StandardOutput.write(text, reportingTo: diagnostics)
            return written == .success ? status : written
        }
    }
}
