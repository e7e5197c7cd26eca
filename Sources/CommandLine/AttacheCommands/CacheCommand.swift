import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport

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
            The status is 1 when anything is damaged.

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
            It evicts the least recently used files first, but never files that were used in the last ten minutes or \
            that the results of a batch refer to.

            With --store s3://BUCKET/PREFIX it removes the copies in the bucket that were written longer ago than \
            --older-than, and uploads that were never finished. Attache writes a copy that is in use again when it is \
            30 days old.

            EXAMPLES
              attache cache prune --cache-limit 1GiB  evict media down to 1 GiB
              attache cache prune --store s3://push-media/p --dry-run  count what is old in a bucket
            """
    )

    @Flag(help: "Only count what would be removed from the bucket.")
    var dryRun = false

    @Option(
        help: ArgumentHelp("Remove copies in the bucket that are older than this (default: 90d).", valueName: "time")
    )
    var olderThan: String?

    @OptionGroup var limit: SettingOptions<CacheLimitSettings>

    @OptionGroup var bucket: SettingOptions<BucketSettings>

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        // A mistake in the options is reported below.
        let settings = try? options.resolve(environment: ProcessEnvironment.current, limit, bucket)
        if settings?.configuration.storeDirectory?.hasPrefix("s3://") == true { return try await pruneBucket() }
        let isForBucket = dryRun || olderThan != nil
        try await CacheCommandRunner.finish(options, limit) { cache, _, _ in
            guard !isForBucket else {
                throw ConfigurationError(
                    problems: ["--dry-run and --older-than are for buckets; use them with --store s3://BUCKET/PREFIX."]
                )
            }
            let pruning = try cache.prune()
            return (isJSON ? CacheEncoder.line(pruning) : CacheText.lines(pruning), .success)
        }
    }

    private func pruneBucket() async throws {
        try await CommandRunner.finish { diagnostics in
            let age = try BucketAge.parse(olderThan)
            let settings = try options.resolve(environment: ProcessEnvironment.current, limit, bucket)
            diagnostics = settings.diagnostics
            var configuration = settings.configuration
            configuration.mediaStore = configuration.storeDirectory
            let maintenance = try BucketMaintenance(configuration)
            defer { maintenance.close() }
            let pruning = try await maintenance.prune(olderThan: age, isDryRun: dryRun)
            let text = options.json ? CacheEncoder.line(pruning) : CacheText.lines(pruning)
            try StandardOutput.write(text)
            return .success
        }
    }
}

/// The age of copies in a bucket: a time, or a number of days.
enum BucketAge {
    private static let standard = Duration.seconds(90 * 86_400)

    static func parse(_ text: String?) throws(ConfigurationError) -> Duration {
        guard let text else { return standard }
        if text.hasSuffix("d"), let days = Int(text.dropLast()), (0...36_500).contains(days) {
            return .seconds(days * 86_400)
        }
        guard let time = try? TimeAmount(secondsOrUnit: text) else {
            throw ConfigurationError(
                problems: ["--older-than: invalid time \"\(text)\"; use one such as 90d, 12h or 30m."]
            )
        }
        return time.duration
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
        _ limit: SettingOptions<CacheLimitSettings>? = nil,
        _ bucket: SettingOptions<BucketSettings>? = nil
    ) throws(ConfigurationError) -> RunSettings {
        let settings = StoreSettings.settings + CacheLimitSettings.settings + BucketSettings.settings
        return try RunSettings(
            [store, limit ?? SettingOptions(), bucket ?? SettingOptions()],
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

/// The settings that find the bucket of a store.
enum BucketSettings: SettingGroup {
    static let settings = [
        MediaStoreSettings.endpoint, MediaStoreSettings.region, MediaStoreSettings.pathStyle,
        TransferSettings.certificateAuthorities,
    ]
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
            try StandardOutput.write(text)
            return status
        }
    }
}
