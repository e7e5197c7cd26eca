import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheSystem

/// `attache cache`: looks after what is kept between runs.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Count, verify and prune what is kept on disk: verified media and the index of --cache disk.",
        subcommands: [CacheStatCommand.self, CacheVerifyCommand.self, CachePruneCommand.self]
    )
}

/// `attache cache stat`: what is kept.
struct CacheStatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stat",
        abstract: "Count the files, the fresh and stale entries, and what live results point at."
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

/// `attache cache verify`: whether everything is what it says.
struct CacheVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Hash every file again, move damaged ones to damaged/, and drop entries without a file.",
        discussion: "The status is 1 when something was damaged."
    )

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        try await CacheCommandRunner.finish(options) { cache, workers, diagnostics in
            let verification = try await cache.verify(on: workers)
            for damage in verification.damages { diagnostics.error(damage) }
            for name in verification.foreign { diagnostics.warning("\(name) is not Attache's; it was left alone.") }
            let text = isJSON ? CacheEncoder.line(verification) : CacheText.lines(verification)
            return (text, verification.damages.isEmpty ? .success : .runtimeFault)
        }
    }
}

/// `attache cache prune`: clears away what is of no more use.
struct CachePruneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Clear away expired entries and leftovers, and evict down to a limit.",
        discussion: """
            What was not used for the longest time goes first, and never what was used in the last ten minutes or \
            what the results of a batch point at.
            """
    )

    @Option(help: ArgumentHelp("How large the store may be (default: 10GiB).", valueName: "size"))
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

/// The options of every `attache cache` command.
struct CacheOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where verified media are kept (default: $XDG_CACHE_HOME/attache, or ~/.cache/attache).",
            valueName: "dir"
        )
    )
    var store: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup(title: "Talk") var output: OutputOptions

    /// Where the cache is and how to talk.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - limit: What the command line says of the cache's limit.
    /// - Returns: The configuration and the diagnostics after environment, file and defaults.
    /// - Throws: `ConfigurationError` with every problem.
    func resolve(
        environment: [String: String],
        limit: String? = nil
    ) throws(ConfigurationError) -> (configuration: AttacheConfiguration, diagnostics: Diagnostics) {
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
        guard resolver.problems.isEmpty else { throw ConfigurationError(problems: resolver.problems) }
        return (configuration, diagnostics)
    }
}

/// The frame of the `attache cache` commands: open the cache, work on threads that may wait, close, say the status.
enum CacheCommandRunner {
    /// Runs a command's work.
    ///
    /// - Parameters:
    ///   - options: The options as typed.
    ///   - limit: What the command line says of the cache's limit.
    ///   - work: The work, which gives the text to print and the status.
    /// - Throws: `ExitCode` for any status but success.
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
            let workers = try WorkerPool(threadCount: 2)
            defer { workers.shutDown() }
            let (text, status) = try await work(cache, workers, diagnostics)
            let written = StandardOutput.write(text, reportingTo: diagnostics)
            return written == .success ? status : written
        }
    }
}
